import { array, type Decoder, literal, number, object, oneOf, string, tagged } from '../decode.ts';

/** What the gateway's frame says. Card data never leaves it; a session stands for them. */
export type FrameMessage =
  | { readonly type: 'zkratka:ready' }
  | { readonly type: 'zkratka:height'; readonly height: number }
  | {
      readonly type: 'zkratka:session';
      readonly session: string;
      readonly network: string;
      readonly lastFour: string;
    }
  | { readonly type: 'zkratka:invalid'; readonly fields: readonly CardField[] }
  | { readonly type: 'zkratka:error'; readonly message: string };

export const CARD_FIELDS = ['number', 'expiry', 'cvc', 'name'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

const frameMessage: Decoder<FrameMessage> = tagged('type', {
  'zkratka:ready': object({ type: literal('zkratka:ready') }),
  'zkratka:height': object({ type: literal('zkratka:height'), height: number }),
  'zkratka:session': object({
    type: literal('zkratka:session'),
    session: string,
    network: string,
    lastFour: string,
  }),
  'zkratka:invalid': object({
    type: literal('zkratka:invalid'),
    fields: array(oneOf(CARD_FIELDS)),
  }),
  'zkratka:error': object({ type: literal('zkratka:error'), message: string }),
});

/** Reads a message of the frame; null for anything that is none. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  try {
    return frameMessage(data, 'message');
  } catch {
    return null;
  }
}

/** Asks the frame to check its fields and to exchange them for a session. */
export const SUBMIT_MESSAGE = { type: 'zkratka:submit' } as const;

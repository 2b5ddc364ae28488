import { type Decoder, list, number, object, text } from '../../../base/decode.ts';
import { oneOf, tagged } from '../../../base/decode-choice.ts';

/** The messages of the gateway's frame. Card data never leave the frame; a session represents them. */
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

const frameMessage: Decoder<FrameMessage, never> = tagged('type', {
  'zkratka:ready': object({ type: oneOf(['zkratka:ready']) }),
  'zkratka:height': object({ type: oneOf(['zkratka:height']), height: number }),
  'zkratka:session': object({
    type: oneOf(['zkratka:session']),
    session: text,
    network: text,
    lastFour: text,
  }),
  'zkratka:invalid': object({
    type: oneOf(['zkratka:invalid']),
    fields: list(oneOf(CARD_FIELDS)),
  }),
  'zkratka:error': object({ type: oneOf(['zkratka:error']), message: text }),
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

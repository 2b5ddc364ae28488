import { buttonLabel, isButtonType } from './button-texts.ts';
import { developerError } from './error.ts';
import { members } from '../../base/read.ts';

/** The validated options of a button. */
export interface ButtonOptions {
  readonly onClick: (event: Event) => void;
  readonly color: 'black' | 'white';
  /** Corner radius in px. */
  readonly radius: number;
  /** Whether the button fills its container. */
  readonly fills: boolean;
  readonly label: string;
  readonly language: string;
}

const COLORS = { default: 'black', black: 'black', white: 'white' } as const;
const SIZE_MODES = ['static', 'fill'];

/** The largest corner radius of Google's button: half of its maximum height. */
const RADIUS_MAX_PX = 100;
const RADIUS_DEFAULT_PX = 4;

const isColor = (value: unknown): value is keyof typeof COLORS =>
  typeof value === 'string' && Object.hasOwn(COLORS, value);

/** Reads and validates the options as Google's SDK does. Throws `PaymentsError` with `DEVELOPER_ERROR`. */
export function checkedOptions(options: unknown): ButtonOptions {
  const {
    onClick,
    buttonType = 'buy',
    buttonColor = 'default',
    buttonRadius = RADIUS_DEFAULT_PX,
    buttonSizeMode = 'static',
    buttonLocale,
  } = members(options);
  if (typeof onClick !== 'function') throw developerError('onClick must be a function');
  if (!isButtonType(buttonType)) throw developerError('buttonType is not known');
  if (!isColor(buttonColor)) throw developerError('buttonColor is not known');
  if (typeof buttonRadius !== 'number' || !(buttonRadius >= 0 && buttonRadius <= RADIUS_MAX_PX))
    throw developerError('buttonRadius must be a number from 0 to 100');
  if (typeof buttonSizeMode !== 'string' || !SIZE_MODES.includes(buttonSizeMode))
    throw developerError('buttonSizeMode is not known');
  if (buttonLocale !== undefined && typeof buttonLocale !== 'string')
    throw developerError('buttonLocale must be a string');
  return {
    onClick: onClick as (event: Event) => void,
    color: COLORS[buttonColor],
    radius: buttonRadius,
    fills: buttonSizeMode === 'fill',
    ...buttonLabel(buttonType, buttonLocale),
  };
}

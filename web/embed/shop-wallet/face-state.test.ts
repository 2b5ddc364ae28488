// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  faceAfter,
  INITIAL_FACE,
  isTooNarrow,
  mayShow,
  type FaceEvent,
  type FacePhase,
} from './face-state.ts';

const after = (...events: readonly FaceEvent[]): FacePhase => events.reduce(faceAfter, INITIAL_FACE).phase;

const READY = ['recognised', 'shown'] as const;
const ANIMATING = [...READY, 'started'] as const;
const COMPLETE = [...ANIMATING, 'ended'] as const;

describe('the personalised face', () => {
  it.each<[readonly FaceEvent[], FacePhase]>([
    [[], 'hidden'],
    [['recognised'], 'hidden'],
    [['shown'], 'hidden'],
    [['shown', ...READY], 'ready'],
    [READY, 'ready'],
    [ANIMATING, 'animating'],
    [COMPLETE, 'animation-complete'],
    [['unrecognised'], 'removed'],
    [['started'], 'hidden'],
    [['ended'], 'hidden'],
    [[...READY, 'ended'], 'ready'],
    [[...ANIMATING, 'started', 'shown', 'recognised'], 'animating'],
  ])('[4.27] after %j it is %s', (events, phase) => {
    expect(after(...events)).toBe(phase);
  });

  it('[4.28] can be concealed when it is ready or animating, and comes back', () => {
    expect(after(...READY, 'concealed')).toBe('hidden');
    expect(after(...ANIMATING, 'concealed')).toBe('hidden');
    expect(after(...ANIMATING, 'concealed', 'ended')).toBe('hidden');
    expect(after(...ANIMATING, 'concealed', 'shown')).toBe('ready');
  });

  it('[4.28] [4.31] cannot be concealed once its animation is complete', () => {
    expect(after(...COMPLETE, 'concealed')).toBe('animation-complete');
  });

  it.each([[[]], [READY], [ANIMATING], [COMPLETE]] as const)(
    '[4.29] is removed for good when the button is locked after %j',
    (events) => {
      expect(after(...events, 'locked')).toBe('removed');
      expect(after(...events, 'locked', ...COMPLETE, 'unrecognised')).toBe('removed');
    },
  );

  it('changes nothing where nothing changes', () => {
    const ready = READY.reduce(faceAfter, INITIAL_FACE);
    expect(faceAfter(ready, 'recognised')).toBe(ready);
    expect(faceAfter(ready, 'shown')).toBe(ready);
    const removed = faceAfter(ready, 'locked');
    expect(faceAfter(removed, 'locked')).toBe(removed);
    expect(faceAfter(removed, 'recognised')).toBe(removed);
  });
});

describe('the conditions of a face', () => {
  const fitting = { width: 170, fontSize: 10, isPromiseShown: false, isSoldOut: false };

  it.each([
    [{}, true],
    [{ width: 169.9 }, false],
    [{ fontSize: 9.9 }, false],
    [{ fontSize: 18 }, true],
    [{ fontSize: 18.1 }, false],
    [{ fontSize: null }, true],
    [{ isPromiseShown: true }, false],
    [{ isSoldOut: true }, false],
  ])('[4.30] [4.31] with %j it may be shown: %s', (other, expected) => {
    expect(mayShow({ ...fitting, ...other })).toBe(expected);
  });

  it('[4.29] a button under 170 px is too narrow, one that is not laid out yet is not', () => {
    expect([169.9, 170, 0].map((width) => isTooNarrow({ width }))).toEqual([true, false, false]);
  });
});

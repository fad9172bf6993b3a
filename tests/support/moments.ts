import { expect } from 'vitest'

/**
 * Holds that a moment that was told lies between the beginning and the end of the call that told it, however long that took.
 * @param beganMs when the call began, by `Date.now()`. @param aheadMs how far ahead of the present the moment should lie.
 * @param coarseMs to how many milliseconds it is told.
 */
export function expectMoment(told: string, beganMs: number, aheadMs = 0, coarseMs = 1): void {
  const present = Date.parse(told) - aheadMs
  expect(present, told).toBeGreaterThan(beganMs - coarseMs)
  expect(present, told).toBeLessThanOrEqual(Date.now())
}

/**
 * How much a suite tries. `npm test` tries what finds a fault that is always there; `npm run test:long` also tries what
 * chance hides: more rounds of every race, every pair of width and theme, fifty thousand hostile targets.
 *
 * @example const ROUNDS = effort({ usual: 10, long: 100 })
 */
export const effort = <T>({ usual, long }: { readonly usual: T; readonly long: T }): T =>
  process.env.TEST_EFFORT === 'long' ? long : usual

/** Says what a long run has tried; of a usual one only what failed is worth a line. */
export const tell = (text: string): void => {
  if (effort({ usual: false, long: true })) console.log(text)
}

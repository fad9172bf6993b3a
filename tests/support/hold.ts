/** A promise that the test itself resolves: something waits for `held` until `release` is called. */
export function createHold(): { readonly held: Promise<void>; readonly release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release }
}

/** Counts the rounds of the event loop until `stop`. */
export function countRounds(): { now(): number; stop(): void } {
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return {
    now: () => rounds,
    stop() {
      isOver = true
    },
  }
}

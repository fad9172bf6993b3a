/** Idempotency keys by what is asked for: the same words again, after a lost answer, are the same intent. */
export interface Intents {
  keyOf(input: unknown): string
  /** It is recorded: the same words once more would be a new intent. */
  done(): void
}

export function createIntents(): Intents {
  let words = ''
  let key = ''
  return {
    keyOf(input) {
      const asked = JSON.stringify(input)
      if (key === '' || asked !== words) key = crypto.randomUUID()
      words = asked
      return key
    },
    done() {
      key = ''
    },
  }
}

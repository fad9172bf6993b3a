import { type ParseArgsConfig, parseArgs } from 'node:util'

/** What a command takes. */
export interface CommandLine {
  /** How it is called. */
  readonly usage: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** How many words it takes that are no options, such as the name of a file. */
  readonly words?: number
}

/** The first sentence: what follows in a message of Node's is advice for other programs. */
const firstSentence = (fault: unknown) => (fault instanceof Error ? (fault.message.split(/\.\s|\n/)[0] ?? '') : '')

/**
 * Parses a command line strictly: what a command would ignore may be the very word that was to keep it from doing something.
 * So it refuses a word or an option that is unknown, an option that stands there twice, and too few words or too many.
 * @throws Error with one line about the fault, and the usage behind it.
 * @example
 * parseCommandLine(['a.tar.gz'], { usage: 'npm run backup -- FILE', words: 1 }) // { values: {}, words: ['a.tar.gz'] }
 */
export function parseCommandLine(args: readonly string[], { usage, options = {}, words = 0 }: CommandLine) {
  const refuse = (fault: string): never => {
    throw new Error(`${fault}. Usage: ${usage}`)
  }
  const parse = () => parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (fault) {
    return refuse(firstSentence(fault))
  }
  const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return refuse(`--${twice} stands there twice`)
  const { values, positionals } = parsed
  if (positionals.length > words) return refuse(`“${positionals[words]}” is unknown`)
  if (positionals.length < words || positionals.includes('')) return refuse('A word is missing')
  return { values, words: positionals }
}

import { format, stripVTControlCharacters } from 'node:util'
import { log } from '@/lib/telemetry/log'

/** From now on what others, such as Next, write to the standard output by `console` is a line of the log too. */
export function logConsole(): void {
  const tell = (...words: unknown[]) => log().info(stripVTControlCharacters(format(...words)).trim())
  Object.assign(console, { log: tell, info: tell, debug: tell })
}

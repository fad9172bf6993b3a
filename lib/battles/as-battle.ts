import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'

type Command<Input> = (ctx: WriteContext, input: Input) => Promise<CommandResult>

/** Runs a command on a challenge for `/api/battles`: the same rules, but the response names the record `battle`. */
export function asBattle<Input>(command: Command<Input>): Command<Input> {
  return async (ctx, input) => {
    const shown = await command(ctx, input)
    return { ...shown, show: sql`(SELECT json_build_object('battle', (${shown.show})::json -> 'challenge')::text)` }
  }
}

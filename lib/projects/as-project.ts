import type { CommandResult, WriteContext } from '@/lib/context'
import { showProject } from '@/lib/projects/views'

interface OnProject {
  readonly params: { readonly id: string }
}

/** A command on a mission as `/api/projects` runs it: the same rules, and an answer that says `project`. */
export function asProject<Input extends OnProject>(
  command: (ctx: WriteContext, input: Input) => Promise<CommandResult>,
): (ctx: WriteContext, input: Input) => Promise<CommandResult> {
  return async (ctx, input) => ({ ...(await command(ctx, input)), show: showProject(input.params.id) })
}

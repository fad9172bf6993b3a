import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import type { RecordOutcome } from '@/lib/projects/schemas'
import { showProject, showProjectAndReceipt } from '@/lib/projects/views'
import { recordOutcome } from '@/lib/receipts/record-outcome'
import type { RulesVersion } from '@/lib/receipts/signed-under'

// Commands on a mission as `/api/projects` runs them: the same rules, and an answer that says `project`.

export const asProject =
  <Input extends { readonly params: { readonly id: string } }>(
    command: (ctx: WriteContext, input: Input) => Promise<CommandResult>,
  ) =>
  async (ctx: WriteContext, input: Input): Promise<CommandResult> => ({
    ...(await command(ctx, input)),
    show: showProject(input.params.id),
  })

/** The owner records the outcome of a project, or anybody that it has expired. */
export async function recordProjectOutcome(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof RecordOutcome>,
  rules: RulesVersion,
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body, rules)
  return { show: showProjectAndReceipt(params.id) }
}

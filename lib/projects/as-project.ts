import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import type { RecordOutcome } from '@/lib/projects/schemas'
import { showProject, showProjectAndReceipt } from '@/lib/projects/views'
import { recordOutcome } from '@/lib/receipts/record-outcome'
import type { RulesVersion } from '@/lib/receipts/signed-under'

// Commands on a mission for `/api/projects`: the same rules, but the response names the record `project`.

export const asProject =
  <Input extends { readonly params: { readonly id: string } }>(
    command: (ctx: WriteContext, input: Input) => Promise<CommandResult>,
  ) =>
  async (ctx: WriteContext, input: Input): Promise<CommandResult> => ({
    ...(await command(ctx, input)),
    show: showProject(input.params.id),
  })

/** Records the outcome of a project: by the owner, or `expired` by anyone. */
export async function recordProjectOutcome(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof RecordOutcome>,
  rules: RulesVersion,
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body, rules)
  return { show: showProjectAndReceipt(params.id) }
}

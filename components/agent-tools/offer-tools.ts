import { inputSchemaOf } from '@/components/agent-tools/input-schema'
import type { ModelContext } from '@/components/agent-tools/model-context'
import { runTool } from '@/components/agent-tools/run-tool'
import { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import { AGENT_TOOLS, type AgentToolName, hintsOf } from '@/lib/agent-tools/tools'

/** Something that an agent recorded in the person's name. */
export interface AgentDeed {
  readonly tool: AgentToolName
  readonly title: string
  readonly href: string | null
}

/** Calls of newer drafts carry a signal that ends with the call. */
function signalOf(call: unknown): AbortSignal | undefined {
  const signal: unknown = typeof call === 'object' && call !== null && 'signal' in call ? call.signal : undefined
  return signal instanceof AbortSignal ? signal : undefined
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  let at = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return typeof at === 'string' ? at : null
}

/** The page of the record that an answer shows. */
function pageOf(answer: unknown): string | null {
  const challenge = textAt(answer, 'challenge', 'id')
  const mission = textAt(answer, 'mission', 'id') ?? textAt(answer, 'proof', 'missionId')
  if (challenge) return `/challenges/${challenge}`
  return mission ? `/missions/${mission}` : null
}

/** Offers every tool to the browser until the signal ends. @throws what the browser throws. */
export async function offerTools(
  context: ModelContext,
  signal: AbortSignal,
  onDeed: (deed: AgentDeed) => void,
): Promise<void> {
  for (const name of AGENT_TOOL_NAMES) {
    const tool = AGENT_TOOLS[name]
    const { title, description } = tool
    if (signal.aborted) return
    await context.registerTool(
      {
        name,
        title,
        description,
        inputSchema: inputSchemaOf(tool),
        annotations: hintsOf(tool),
        execute: (input, call) =>
          runTool(tool, input, signalOf(call), (answer) => onDeed({ tool: name, title, href: pageOf(answer) })),
      },
      { signal },
    )
    signal.addEventListener('abort', () => context.unregisterTool?.(name), { once: true })
  }
}

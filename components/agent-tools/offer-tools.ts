import type { ModelContext } from '@/components/agent-tools/model-context'
import { pageOf } from '@/components/agent-tools/page-of'
import { type CallSignals, runTool } from '@/components/agent-tools/run-tool'
import { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import { AGENT_TOOLS, type AgentTool, type AgentToolName, hintsOf } from '@/lib/agent-tools/tools'
import { asObject, Components, type JsonSchema, pathParameter, standalone } from '@/lib/api/openapi-schemas'

/** Something that an agent recorded in the user's name. */
export interface AgentDeed {
  readonly tool: AgentToolName
  readonly title: string
  readonly href: string | null
}

/** In newer drafts a call carries a signal that aborts with the call. */
function signalsOf(call: unknown, offer: AbortSignal): CallSignals {
  const signal: unknown = typeof call === 'object' && call !== null && 'signal' in call ? call.signal : undefined
  return signal instanceof AbortSignal
    ? { call: signal, either: AbortSignal.any([signal, offer]) }
    : { call: undefined, either: offer }
}

/** Offers every tool to the browser until the signal aborts. @throws any error of the browser. */
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
          runTool(tool, input, signalsOf(call, signal), (answer) =>
            onDeed({ tool: name, title, href: pageOf(answer) }),
          ),
      },
      { signal },
    )
    signal.addEventListener('abort', () => context.unregisterTool?.(name), { once: true })
  }
}

/** The part of a tool's input that the contract declares: its query, its body, or the body of a signed write's step 1. */
function declared({ contract }: AgentTool, components: Components): JsonSchema {
  const schema = contract.query ?? contract.steps?.prepare ?? contract.body
  return schema ? components.resolve(components.schemaOf(schema, 'input')) : {}
}

/** Every tool that writes has a preview. */
const PREVIEW = {
  preview: {
    type: 'boolean',
    description:
      'true: only tell what would be answered, or why it would be refused. Nothing is recorded, nobody is told and no signature is asked for; ids and times are those of the trial.',
  },
}

/**
 * The JSON Schema of a tool's input: one flat object with the record's id and the fields of the contract.
 * @example
 * inputSchemaOf(AGENT_TOOLS.get_svc_challenge).required // ['challengeId']
 */
export function inputSchemaOf(tool: AgentTool): JsonSchema {
  const components = new Components()
  const { properties, required } = declared(tool, components)
  const { subject, contract } = tool
  const idOf = ({ parameter, description }: NonNullable<typeof subject>) => ({
    ...pathParameter(parameter, contract),
    description,
  })
  const schema = {
    type: 'object',
    properties: {
      ...(subject ? { [subject.property]: idOf(subject) } : {}),
      ...asObject(properties),
      ...(contract.kind === 'read' ? {} : PREVIEW),
    },
    required: [...(subject ? [subject.property] : []), ...(Array.isArray(required) ? required : [])],
  }
  return standalone(schema, components)
}

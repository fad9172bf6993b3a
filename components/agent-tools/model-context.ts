import type { ToolHints } from '@/lib/agent-tools/tools'
import type { JsonSchema } from '@/lib/api/openapi-schemas'

// The part of WebMCP (https://webmachinelearning.github.io/webmcp/) that a page needs to offer tools.

/** The result of a tool, in the form of the Model Context Protocol. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly isError?: true
}

export interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly annotations: ToolHints
  /** @param call holds a signal in newer drafts, which aborts when the agent cancels the call. */
  execute(input: unknown, call?: unknown): Promise<ToolAnswer>
}

export interface ModelContext {
  registerTool(tool: OfferedTool, options: { readonly signal: AbortSignal }): unknown
  /** Only in older drafts, which ignore the signal. */
  unregisterTool?(name: string): unknown
}

function isModelContext(value: unknown): value is ModelContext {
  return (
    typeof value === 'object' && value !== null && 'registerTool' in value && typeof value.registerTool === 'function'
  )
}

/** The browser's model context, or null if it has none. Older drafts have it on `navigator`. */
export function findModelContext(): ModelContext | null {
  for (const holder of [document, navigator]) {
    const found: unknown = Reflect.get(holder, 'modelContext')
    if (isModelContext(found)) return found
  }
  return null
}

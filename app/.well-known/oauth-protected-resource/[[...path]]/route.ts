import { answerFile, fileOptions } from '@/app/file-answer'
import { notFound } from '@/lib/errors'
import { MCP_PATH, protectedResource } from '@/lib/mcp/protected-resource'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

/** The metadata of the MCP server (RFC 9728), at its own path and, for clients that request it there, at the root. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/.well-known/oauth-protected-resource/[[...path]]'>,
) {
  const { path = [] } = await params
  return answerFile(request, () => {
    if (path.length > 0 && `/${path.join('/')}` !== MCP_PATH) throw notFound('There is no such resource.')
    return { body: JSON.stringify(protectedResource()), type: 'application/json', maxAgeSeconds: 60 }
  })
}

import { appUrl, serviceName } from '@/lib/env'

export const MCP_PATH = '/mcp'

const resource = () => `${appUrl()}${MCP_PATH}`

/** The URL of the MCP server's metadata (RFC 9728 §3.1). */
export const metadataUrl = () => `${appUrl()}/.well-known/oauth-protected-resource${MCP_PATH}`

/**
 * The metadata of the MCP server as a protected resource (RFC 9728 §2). It names no authorization server: a token is a
 * wallet's session, and only the wallet's signature opens one.
 */
export const protectedResource = () => ({
  resource: resource(),
  resource_name: serviceName(),
  resource_documentation: `${appUrl()}/docs/mcp`,
  bearer_methods_supported: ['header'],
})

/** How a wallet gets a token, for a tool's answer. */
export const tokenWords = () =>
  `A wallet gets a bearer token by its signature: POST ${appUrl()}/api/v1/auth/challenge, sign the message with personal_sign, POST ${appUrl()}/api/v1/auth/verify with delivery "bearer"; then configure this server’s client with the header Authorization: Bearer <token>. ${appUrl()}/docs/mcp explains it.`

import { env, isStartedByServer } from '@/lib/env'
import { clientAddress } from '@/lib/http/client-address'

/** The network address of the client of a page or picture, as written by our own server, or by the trusted proxies before Next. */
export const readerAddress = (headers: Headers): string =>
  clientAddress(
    undefined,
    headers.get('x-forwarded-for') ?? undefined,
    isStartedByServer() ? 1 : env().TRUSTED_PROXY_HOPS,
  )

import { env, isStartedByServer } from '@/lib/env'
import { clientAddress } from '@/lib/http/client-address'

/** The network address of whoever asks for a page or a picture: our front has written it, or the trusted proxies before Next have. */
export const readerAddress = (headers: Headers): string =>
  clientAddress(
    undefined,
    headers.get('x-forwarded-for') ?? undefined,
    isStartedByServer() ? 1 : env().TRUSTED_PROXY_HOPS,
  )

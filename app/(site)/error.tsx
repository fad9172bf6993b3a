'use client'

import { ErrorMessage } from '@/components/layout/message-page'

/** `retry` reads the page again from the server. */
export default function SiteError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <ErrorMessage retry={retry} digest={error.digest} />
}

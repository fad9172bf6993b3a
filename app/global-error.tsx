'use client'

import { useEffect } from 'react'
import { PageDocument } from '@/app/page-document'
import { ErrorMessage } from '@/components/layout/message-page'
import { PageFrame } from '@/components/layout/page-frame'

/** Replaces the whole document when even the frame could not be rendered. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  // As the wallet's button does, which is not here.
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <PageDocument head={<title>This page could not be read</title>}>
      <PageFrame>
        <ErrorMessage retry={() => location.reload()} digest={error.digest} />
      </PageFrame>
    </PageDocument>
  )
}

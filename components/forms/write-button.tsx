'use client'

import { Button, type ButtonProps } from '@/components/forms/button'
import { useWrite, type WriteSettings } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { ActingAs } from '@/components/wallet/acting-as'
import type { RequestInput } from '@/lib/api/client'
import type { Endpoint } from '@/lib/contract/endpoint'

/**
 * An action that needs no words: one button, who acts, and the result.
 * @example
 * <WriteButton endpoint={claimMission} input={{ params: { id } }} done={() => ({ words: 'It is yours.' })}>
 *   Claim this mission
 * </WriteButton>
 */
export function WriteButton<const E extends Endpoint>({
  endpoint,
  input,
  children,
  kind = 'primary',
  ...settings
}: WriteSettings<E> &
  Pick<ButtonProps, 'children' | 'kind'> & { readonly endpoint: E; readonly input: RequestInput<E> }) {
  const write = useWrite(endpoint, settings)
  return (
    <div className="space-y-3">
      {write.outcome ? null : (
        <>
          <ActingAs />
          <Button kind={kind} busy={write.busy} onClick={() => void write.submit(input)}>
            {write.busy ? 'Sending …' : children}
          </Button>
        </>
      )}
      <WriteResult write={write} />
    </div>
  )
}

import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

/**
 * That nobody may judge a record, and what there is to do.
 * @param isWaiting whether something waits for a verifier already. @param meanwhile what its people may do until then.
 */
export function NoVerifier({ isWaiting, meanwhile }: { isWaiting: boolean; meanwhile: string }) {
  return (
    <Notice tone="warning" as="div" className="mt-4 text-sm">
      <p className="font-semibold">No verifier can judge this{isWaiting ? '' : ' yet'}</p>
      <p className="mt-1">
        Nobody judges what they have a part in, and no other wallet is on this service’s list of verifiers.{' '}
        {isWaiting ? 'It waits until' : 'Nothing will be verified before'} the operator lists another: ask them to.{' '}
        {meanwhile} <TextLink href="/status">How the service stands</TextLink>
      </p>
    </Notice>
  )
}

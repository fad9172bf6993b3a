import { ApiError } from '@/client/src/errors'
import type { SignatureJob } from '@/components/wallet/signing/job'

/** Whether a write that failed this way may have been carried out: its answer was lost, or is not the service's. */
export const mayBeRecorded = ({ status, code }: ApiError): boolean =>
  code === 'network' || status === 0 || status >= 500

/** Whether an error is not final: the same request can be sent again, and it may have been carried out already. */
export const isTemporary = (fault: ApiError): boolean => mayBeRecorded(fault) || fault.status === 429

/**
 * Remembers over all sheets of a job whether a signature was sent without being confirmed.
 * @returns the job to run, and whether one of its texts may be recorded although no answer says so.
 */
export function watchUnconfirmed<T>(job: SignatureJob<T>) {
  const nonces = new Set<string>()
  const watched: SignatureJob<T> = {
    ...job,
    async record(signed, signal) {
      try {
        return await job.record(signed, signal)
      } catch (fault) {
        if (!(fault instanceof ApiError) || isTemporary(fault)) nonces.add(signed.nonce)
        // A repeat gets the answer of what is recorded, so a refusal says that nothing is. Without a session nobody looks.
        else if (fault.status !== 401) nonces.delete(signed.nonce)
        throw fault
      }
    },
  }
  return { job: watched, isUnconfirmed: () => nonces.size > 0 }
}

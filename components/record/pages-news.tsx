import { Notice } from '@/components/ui/notice'

/** What has just become of a list that has a button “Refresh”: announced, and told where it went wrong. */
export function PagesNews({ said, fault }: { said: string; fault: string | null }) {
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fault ? (
        <Notice tone="fault" role="alert" className="mb-6">
          {fault} Press “Refresh”.
        </Notice>
      ) : null}
    </>
  )
}

import { Prose } from '@/components/ui/prose'
import { Raw } from '@/components/ui/raw'

const CHARS_SHOWN = 600

/** A post as plain text. A long one shows its beginning; the rest unfolds. */
export function PostText({ text }: { text: string }) {
  const characters = [...text]
  if (characters.length <= CHARS_SHOWN) return <Prose text={text} className="mt-1" />
  return (
    <>
      <Prose text={`${characters.slice(0, CHARS_SHOWN).join('').trimEnd()} …`} className="mt-1" />
      <Raw summary="The whole text">
        <Prose text={text} />
      </Raw>
    </>
  )
}

import type { ReactNode } from 'react'
import type { FieldRow } from '@/components/docs/field-rows'
import { BreakableName, inCode } from '@/components/docs/words'
import { ScrollArea } from '@/components/ui/scroll-area'

export function FieldTable({ caption, rows }: { caption: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return <p className="text-ink-soft">An empty object.</p>
  const hasMeanings = rows.some(({ meaning }) => meaning !== '')
  return (
    <DocsTable caption={caption} heads={hasMeanings ? ['Field', 'Type', 'Meaning'] : ['Field', 'Type']}>
      {rows.map((row) => (
        <tr key={row.name} className="border-t border-rule align-top">
          <th scope="row" className="py-1.5 pr-4 text-left font-normal">
            <BreakableName name={row.name} />
            {row.required ? null : <span className="text-ink-soft"> (optional)</span>}
          </th>
          <td className="py-1.5 pr-4">
            {row.shape ? <ShapeLink type={row.type} shape={row.shape} /> : row.type}
            {row.bounds.map((bound) => (
              <code key={bound} className="block mono min-w-24 text-ink-soft [overflow-wrap:anywhere]">
                {bound}
              </code>
            ))}
          </td>
          {hasMeanings ? <td className="py-1.5">{inCode(row.meaning)}</td> : null}
        </tr>
      ))}
    </DocsTable>
  )
}

/** `array of Challenge or null`, with the shape's name as a link to its description. */
function ShapeLink({ type, shape }: { type: string; shape: string }) {
  const [before = '', after = ''] = type.split(shape)
  return (
    <>
      {before}
      <a href={`#schema-${shape}`} className="link">
        {shape}
      </a>
      {after}
    </>
  )
}

/** A table of the documentation. Wide ones scroll on a phone. */
export function DocsTable({
  caption,
  heads,
  children,
}: {
  caption: string
  heads: readonly string[]
  children: ReactNode
}) {
  return (
    <ScrollArea label={caption}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="caption pr-4 pb-1 text-left font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

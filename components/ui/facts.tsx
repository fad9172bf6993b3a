import type { ReactNode } from 'react'

const COLUMNS = {
  one: 'grid content-start gap-y-5',
  two: 'grid gap-x-10 gap-y-5 sm:grid-cols-2 print:grid-cols-2',
  /** Short facts, in a side column on a wide screen. */
  aside: 'grid min-[24rem]:grid-cols-2 content-start gap-x-4 gap-y-5 lg:grid-cols-1 [&_time]:whitespace-normal',
} as const

export function Facts({ children, columns = 'one' }: { children: ReactNode; columns?: keyof typeof COLUMNS }) {
  return <dl className={COLUMNS[columns]}>{children}</dl>
}

export function Fact({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="caption">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

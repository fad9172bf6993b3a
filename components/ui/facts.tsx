import type { ReactNode } from 'react'

export function Facts({ children, columns = false }: { children: ReactNode; columns?: boolean }) {
  return (
    <dl className={columns ? 'grid gap-x-10 gap-y-5 sm:grid-cols-2 print:grid-cols-2' : 'grid content-start gap-y-5'}>
      {children}
    </dl>
  )
}

export function Fact({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="caption">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import { PageHead } from '@/components/layout/page-head'
import { SearchForm } from '@/components/search/search-form'
import { Empty } from '@/components/ui/empty'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { Pager } from '@/components/ui/pager'
import { TextLink } from '@/components/ui/text-link'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { Label } from '@/lib/machine/labels'

export type ListParameters = Readonly<Record<string, string | undefined>>

/** The address's parameters, without blank and repeated ones: an empty form field requests nothing. */
export function listParameters(search: Readonly<Record<string, string | string[] | undefined>>): ListParameters {
  return Object.fromEntries(
    Object.entries(search)
      .map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value)?.trim()] as const)
      .filter(([, value]) => value),
  )
}

/** The address of a list with some parameters changed; undefined drops one. */
function listAddress(path: string, parameters: ListParameters, changes: ListParameters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...parameters, ...changes })) if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** The requested parameters and their result. */
export interface ListState {
  readonly parameters: ListParameters
  /** The requested parameters that could not be followed, and are left out. */
  readonly refused: ListParameters
  readonly nextCursor: string | null
}

interface ListPageProps extends ListState {
  readonly path: '/challenges' | '/missions' | '/receipts'
  readonly title: string
  /** The name of one record. */
  readonly kind: 'challenge' | 'mission' | 'receipt'
  readonly lead: string
  /** The text of the link to the form for a new record. Without it there is no such form, and no search in titles. */
  readonly publish?: string
  /** Further filters: a parameter, its value, and the text of the link. */
  readonly only?: readonly (readonly [name: string, value: string, words: string])[]
  /** The possible states of a record, and the parameter that filters by them. */
  readonly states: readonly (readonly [string, Label])[]
  readonly stateName?: 'state' | 'outcome'
  /** Shown while no record was ever published. */
  readonly empty: ReactNode
  readonly children: readonly ReactNode[]
}

/** A list with its filters, search and pages in the address. It uses links and a form, and needs no script. */
export function ListPage(props: ListPageProps) {
  const { path, parameters } = props
  const { cursor: _, ...filters } = parameters
  const { q, ...kept } = filters
  return (
    <>
      <PageHead title={props.title} lead={props.lead}>
        {props.publish ? (
          <p className="mt-5">
            <TextLink
              href={`${path}/new`}
              className="inline-flex min-h-11 items-center gap-2 rounded-md border border-green px-4 font-semibold text-green hover:bg-green-wash"
            >
              <Icon name="plus" className="size-4" /> {props.publish}
            </TextLink>
          </p>
        ) : null}
      </PageHead>
      <search className="mt-8 block">
        {props.publish ? (
          <SearchForm id="q" label="Search in titles" q={q ?? props.refused['q']} path={path} kept={kept} />
        ) : null}
        <StateFilter path={path} states={props.states} name={props.stateName ?? 'state'} parameters={filters} />
        {props.only ? <MoreFilters path={path} only={props.only} parameters={filters} /> : null}
        {PARTIES.map((party) => (
          <WalletFilter key={party} path={path} parameters={filters} party={party} />
        ))}
      </search>
      <LeftOut refused={props.refused} path={path} />
      <div className="mt-8">
        {props.children.length > 0 ? (
          <ul className="border-t border-rule">{props.children}</ul>
        ) : props.nextCursor ? (
          <Empty title={`No ${props.kind} here fits.`}>Not all were looked at yet: go on below.</Empty>
        ) : Object.keys(parameters).length > 0 ? (
          <Empty title={`No ${props.kind} fits.`}>
            Try a shorter word or another state, or look at <TextLink href={path}>all {props.kind}s</TextLink>.
          </Empty>
        ) : (
          props.empty
        )}
      </div>
      <Pager
        first={parameters.cursor ? listAddress(path, filters, {}) : null}
        next={props.nextCursor ? listAddress(path, filters, { cursor: props.nextCursor }) : null}
      />
    </>
  )
}

/** Says what of the address the list does not follow. */
function LeftOut({ refused, path }: { refused: ListParameters; path: string }) {
  const names = Object.keys(refused)
  if (names.length === 0) return null
  const why = names.includes('q')
    ? 'This is too long to search for, or no text. The list below is not searched: try a few words.'
    : 'This address holds a filter or a page that does not exist. It is left out below.'
  return (
    <Notice tone="warning" role="status" className="mt-6">
      {why} <TextLink href={path}>Start again</TextLink>
    </Notice>
  )
}

const choice =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-rule px-2.5 text-sm font-semibold text-ink-soft hover:bg-vellum hover:text-ink aria-[current]:border-green aria-[current]:bg-green-wash aria-[current]:text-green-deep'

const SORTS = [
  [undefined, 'Newest first'],
  ['deadline', 'Next deadline first'],
] as const

/** The order of a list and its further filters: links that keep each other's choice. */
function MoreFilters({
  path,
  only,
  parameters,
}: {
  path: string
  only: NonNullable<ListPageProps['only']>
  parameters: ListParameters
}) {
  return (
    <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
      <nav aria-label="Order" className="flex flex-wrap gap-1">
        {SORTS.map(([sort, words]) => (
          <TextLink
            key={words}
            href={listAddress(path, parameters, { sort })}
            aria-current={(parameters['sort'] === 'deadline') === (sort === 'deadline') ? 'true' : undefined}
            className={choice}
          >
            {words}
          </TextLink>
        ))}
      </nav>
      <nav aria-label="Only" className="flex flex-wrap gap-1">
        {only.map(([name, value, words]) => {
          const isOn = parameters[name] === value
          return (
            <TextLink
              key={name}
              href={listAddress(path, parameters, { [name]: isOn ? undefined : value })}
              aria-current={isOn ? 'true' : undefined}
              className={choice}
            >
              {isOn ? <Icon name="check" className="size-4" /> : null}
              {words}
            </TextLink>
          )
        })}
      </nav>
    </div>
  )
}

function StateFilter({
  path,
  states,
  name,
  parameters,
}: {
  path: string
  states: ListPageProps['states']
  name: 'state' | 'outcome'
  parameters: ListParameters
}) {
  const choices = [[undefined, null] as const, ...states]
  return (
    <nav aria-label={`Filter by ${name}`} className="-mx-5 mt-4 overflow-x-auto px-5 py-1 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 sm:w-auto sm:flex-wrap">
        {choices.map(([state, label]) => (
          <li key={state ?? 'all'}>
            <TextLink
              href={listAddress(path, parameters, { [name]: state })}
              aria-current={parameters[name] === state ? 'true' : undefined}
              className={choice}
            >
              {label ? <Icon name={label.mark} className="size-4" /> : null}
              {label?.word ?? `All ${name}s`}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The parameters that name a wallet; `contributed` leaves out missions that only designate it. */
const PARTIES = ['owner', 'contributor', 'contributed'] as const

function WalletFilter({
  path,
  parameters,
  party,
}: {
  path: string
  parameters: ListParameters
  party: (typeof PARTIES)[number]
}) {
  const address = parameters[party]
  if (!address) return null
  return (
    <p className="mt-3 text-sm">
      Only with {party === 'owner' ? 'owner' : 'contributor'} <WalletAddress address={address} />{' '}
      <TextLink href={listAddress(path, parameters, { [party]: undefined })}>Show all</TextLink>
    </p>
  )
}

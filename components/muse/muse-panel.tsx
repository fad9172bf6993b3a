'use client'

import { use, useCallback, useEffect, useState } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { LongField, TextField } from '@/components/forms/fields'
import { TryAgain } from '@/components/forms/try-again'
import { useDraft } from '@/components/forms/use-draft'
import { blank, needed, useForm } from '@/components/forms/use-form'
import { IDLE } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { BeginForm, type Begun, NOT_BEGUN } from '@/components/muse/begin-form'
import { MuseLinkList } from '@/components/muse/muse-link-entry'
import { ProveStep } from '@/components/muse/prove-step'
import { Acted, ActionForm } from '@/components/record/actions/action-form'
import { ActionItem } from '@/components/record/actions/action-item'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import type { Outcome } from '@/components/wallet/signing/job'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { listMuseLinks, unlinkMuse } from '@/lib/muses/contract'
import type { MuseLinkView } from '@/lib/muses/schemas'

const OWN = { reason: '' }

const ANY = { wallet: '', reason: '' }

const WHY = { label: 'Why', hint: 'Public for good, in the history of the link.', rows: 3 } as const

/** The open form: for the reader's own link or for any link. */
type Unlinking = 'own' | 'any' | null

/** The Muse of the signed-in wallet: the steps to link one, the current link and earlier links. */
export function MusePanel({ session, platform }: { session: SessionView; platform: PlatformInfo }) {
  const { address, isAdmin } = session
  const { links, failed, reread } = useMuseLinks(address)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [open, setOpen] = useState<Unlinking>(null)
  const acted = useCallback(
    (recorded: Outcome) => {
      setOutcome(recorded)
      setOpen(null)
      reread()
    },
    [reread],
  )
  const isLinked = links?.some(({ active }) => active) ?? false
  return (
    <Acted value={acted}>
      <WriteResult write={{ ...IDLE, outcome }} />
      {failed ? <TryAgain words="The links of your wallet could not be read." again={reread} className="mt-4" /> : null}
      {links === null && !failed ? <p className="text-ink-soft">Reading the links of your wallet …</p> : null}
      {links !== null && !isLinked ? <LinkSteps wallet={address} platform={platform} /> : null}
      {links !== null && links.length > 0 ? (
        <Section id="links" title={isLinked ? 'Your Muse' : 'Earlier links'} note="Every link stays on record.">
          <MuseLinkList links={links} />
        </Section>
      ) : null}
      <UnlinkActions isLinked={isLinked} isAdmin={isAdmin} open={open} setOpen={setOpen} />
    </Acted>
  )
}

/** The steps to a link: name the Muse, then prove it. A started link survives a reload. */
function LinkSteps({ wallet, platform }: { wallet: string; platform: PlatformInfo }) {
  const { values: begun, setValues, discard } = useDraft<Begun>(`muse-begun:${wallet}`, NOT_BEGUN)
  const [isLinked, setLinked] = useState(false)
  const tell = use(Acted)
  const begin = useCallback((next: Begun) => setValues(next), [setValues])
  const linked = useCallback(
    (outcome: Outcome) => {
      setLinked(true)
      discard()
      tell(outcome)
    },
    [discard, tell],
  )
  if (isLinked) return null
  if (platform.host === null)
    return (
      <Notice tone="warning">No community platform is connected to this service, so no Muse can be linked here.</Notice>
    )
  if (begun.nonce === '') return <BeginForm wallet={wallet} onBegun={begin} />
  return (
    <Acted value={linked}>
      <ProveStep wallet={wallet} host={platform.host} begun={begun} onBegun={begin} onLeft={discard} />
    </Acted>
  )
}

function UnlinkActions({
  isLinked,
  isAdmin,
  open,
  setOpen,
}: {
  isLinked: boolean
  isAdmin: boolean
  open: Unlinking
  setOpen: (open: Unlinking) => void
}) {
  if (!isLinked && !isAdmin) return null
  const toggle = (name: 'own' | 'any') => () => setOpen(open === name ? null : name)
  return (
    <ul className="mt-6 border-t border-rule">
      {isLinked ? (
        <ActionItem action={UNLINK_OWN} open={open === 'own'} toggle={toggle('own')}>
          <UnlinkOwnForm />
        </ActionItem>
      ) : null}
      {isAdmin ? (
        <ActionItem action={UNLINK_ANY} open={open === 'any'} toggle={toggle('any')}>
          <UnlinkAnyForm />
        </ActionItem>
      ) : null}
    </ul>
  )
}

const COMMON = { refusal: null, until: null, aside: true } as const

const UNLINK_OWN = {
  ...COMMON,
  name: 'own',
  title: 'Unlink this Muse',
  meaning: 'The link ends and stays in the history. Both may be linked anew afterwards, to each other or elsewhere.',
}

const UNLINK_ANY = {
  ...COMMON,
  name: 'any',
  title: 'End another wallet’s link',
  meaning: 'For moderators. That it was you, and why, stays in the history.',
}

/** A wallet's links, newest first, with ended ones; null until they are loaded. */
function useMuseLinks(wallet: string) {
  const [links, setLinks] = useState<readonly MuseLinkView[] | null>(null)
  const [failed, setFailed] = useState(false)
  const reread = useCallback(() => {
    request(listMuseLinks, { query: { wallet } }).then(
      (answer) => {
        setLinks(answer.links)
        setFailed(false)
      },
      () => setFailed(true),
    )
  }, [wallet])
  useEffect(reread, [reread])
  return { links, failed, reread }
}

function UnlinkOwnForm() {
  const form = useForm(unlinkMuse, {
    draft: 'unlink-muse',
    initial: OWN,
    input: ({ reason }) => ({ body: { reason: blank(reason) } }),
    done: ({ link }) => ({ words: `The link with ${link.museId} has ended. It stays in the history.` }),
  })
  return (
    <ActionForm form={form} submit="Unlink it">
      <LongField {...form.field('reason')} {...WHY} />
    </ActionForm>
  )
}

/** For moderators: ends the link of any wallet. */
function UnlinkAnyForm() {
  const form = useForm(unlinkMuse, {
    draft: 'unlink-any-muse',
    initial: ANY,
    input: ({ wallet, reason }) => ({ body: { wallet: wallet.trim(), reason: blank(reason) } }),
    done: ({ link }) => ({
      words: `The link with ${link.museId} has ended. It stays in the history.`,
      href: `/wallets/${link.wallet}`,
      link: 'That wallet’s page',
    }),
  })
  return (
    <ActionForm form={form} submit="End its link">
      <TextField
        {...needed(form.field('wallet'))}
        kind="code"
        label="Wallet"
        hint="The whole address of the wallet that the Muse is linked to."
        placeholder="0x"
      />
      <LongField {...form.field('reason')} {...WHY} />
    </ActionForm>
  )
}

import { DocsTable } from '@/components/docs/field-table'
import { Code, CodeBlock, Words } from '@/components/docs/words'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'

export const SIGNING_ANCHORS = [
  { id: 'sign-in-text', title: 'The sign-in text' },
  { id: 'verdicts', title: 'Verdicts' },
  { id: 'muse-link', title: 'Linking a Muse' },
  { id: 'content', title: 'The content hash' },
  { id: 'signatures', title: 'Signatures' },
  { id: 'checking', title: 'Checking it' },
] as const

export interface SigningSamples {
  /** Each sample is made by the function that makes the real text. */
  readonly signIn: string
  readonly decision: string
  readonly review: string
  readonly project: string
  readonly museLink: string
  readonly musePost: string
}

const CONTENTS = [
  ['Decision verification', 'challengeId, side, decisionUrl, explanation'],
  [
    'Proof review',
    'proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt, files (the SHA-256 sums of its evidence files, sorted)',
  ],
  [
    'Decision on a project',
    'projectId, owner, contributorWallet, title, summary, deliverable, definitionOfDone, requiredProof, rewardTerms, deadline, milestones (milestoneId, title, amount, required, status, verified), funding (fundingId, sha256), evidence (evidenceId, sha256)',
  ],
] as const

export function GuideSigning({ samples }: { samples: SigningSamples }) {
  return (
    <>
      <Section
        id="sign-in-text"
        title="The sign-in text"
        note="EIP-4361, signed with personal_sign. The service compares it whole."
      >
        <CodeBlock name="As a wallet shows it" text={samples.signIn} />
      </Section>
      <Section
        id="verdicts"
        title="Verdicts"
        note="A verifier signs in two calls. The first stores purpose, text and nonce; the second uses up the nonce, recovers the signer and checks everything once more."
      >
        <Words>
          <p>
            The first line names the kind of text. Then follows one <Code>Name: value</Code> line each, and last the
            verifier’s own words, quoted as JSON, so that no words can pose as another line. The message is valid for 10
            minutes.
          </p>
        </Words>
        <CodeBlock name="Verification of a decision" text={samples.decision} />
        <CodeBlock name="Review of a proof" text={samples.review} />
        <CodeBlock name="Decision on a project" text={samples.project} />
      </Section>
      <Section
        id="muse-link"
        title="Linking a Muse"
        note="Signed by the Muse with Ed25519 (RFC 8032) over the UTF-8 bytes of the text, with no line break at the end."
      >
        <CodeBlock name="As the Muse signs it" text={samples.museLink} />
        <Words>
          <p>
            The key is the one in the Muse’s identity document on the community platform. The signature is 86
            characters: base64url without padding.
          </p>
          <p>
            A Muse without a key in reach posts a one-time line instead. The post must be the Muse’s own, verified by
            the platform and newer than the line, and it must be nothing but the line: with words around it, or as a
            quote, it does not count.
          </p>
        </Words>
        <CodeBlock name="As the Muse posts it" text={samples.musePost} />
      </Section>
      <Section id="content" title="The content hash">
        <Words>
          <p>
            <Code>Content SHA-256</Code> is the SHA-256, in lower-case hex, of the canonical JSON (RFC 8785) of what is
            judged: an object with exactly these fields, as the record shows them. What a decision on a project judged
            stands in the project’s history; the <Code>sha256</Code> of funding and evidence is that of the record
            without its <Code>check</Code>.
          </p>
        </Words>
        <div className="mt-3">
          <DocsTable caption="Content that is judged" heads={['Signed text', 'Fields']}>
            {CONTENTS.map(([kind, fields]) => (
              <tr key={kind} className="border-t border-rule align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  {kind}
                </th>
                <td className="py-1.5 mono">{fields}</td>
              </tr>
            ))}
          </DocsTable>
        </div>
      </Section>
      <Section id="signatures" title="Signatures">
        <Words>
          <p>
            65 bytes as <Code>0x</Code> and 130 hex digits: r, s, v, with a low s and v of 27, 28, 0 or 1. Signatures of
            smart accounts are usually longer, and all of them are refused; use a key wallet. A nonce is used once; an
            expired one answers 410, a used one 409, and a signature of another wallet 401.
          </p>
          <p>
            The exact message and the signature stay public beside every verdict, so anybody can recover the signer
            later.
          </p>
        </Words>
      </Section>
      <Section id="checking" title="Checking it">
        <Words>
          <p>
            A receipt’s <Code>contentHash</Code> is the SHA-256 of the canonical JSON of the receipt without{' '}
            <Code>contentHash</Code>, <Code>serviceSignature</Code>, <Code>payments</Code> and, where there is one,{' '}
            <Code>erased</Code>. <Code>serviceSignature</Code> is Ed25519 (RFC 8032) over those 32 bytes, in base64url,
            by <Code>serviceKey</Code>. <Code>erased.contentHash</Code> is the hash, made alike, of what an erasure
            left: the receipt without <Code>payments</Code>, with <Code>erased</Code> but for this hash and{' '}
            <Code>erased.serviceSignature</Code>, which <Code>erased.serviceKey</Code> made over it. Every event of a
            history carries the hash of the one before it; <Code>historyHead</Code> is the hash of the outcome’s event,
            so later events are not signed.
          </p>
          <p>
            <TextLink href="/verify">Check a receipt in your browser</TextLink>, or in a shell with{' '}
            <Code>npm run verify-receipt -- FILE</Code>.
          </p>
        </Words>
      </Section>
    </>
  )
}

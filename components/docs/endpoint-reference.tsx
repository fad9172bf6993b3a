import type { ReactNode } from 'react'
import type { AnswerFacts, EndpointFacts, ShapeFacts } from '@/components/docs/endpoint-facts'
import { FieldTable } from '@/components/docs/field-table'
import { TryIt } from '@/components/docs/try-it'
import { CodeBlock, inCode } from '@/components/docs/words'
import { Raw } from '@/components/ui/raw'
import { TextLink } from '@/components/ui/text-link'
import type { Access } from '@/lib/contract/endpoint'

const ACCESS_WORDS: Readonly<Record<Access, string>> = {
  public: 'Anybody, without a key',
  session: 'Whoever holds the session',
  wallet: 'Any signed-in wallet',
  owner: 'The owner of the record',
  contributor: 'The contributor of the mission',
  verifier: 'An allowlisted verifier',
  admin: 'An allowlisted moderator',
  cron: 'The schedule, with the service’s own secret',
}

/** One endpoint: access, input, responses and errors. */
export function EndpointReference({ endpoint }: { endpoint: EndpointFacts }) {
  return (
    <section
      id={endpoint.operationId}
      aria-labelledby={`${endpoint.operationId}-name`}
      className="mt-12 border-t border-rule-strong pt-4"
    >
      <h2 id={`${endpoint.operationId}-name`} className="text-2xl">
        {inCode(endpoint.summary)}
      </h2>
      <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
        <a href={`#${endpoint.operationId}`} className="link">
          <strong>{endpoint.method}</strong> {endpoint.path}
        </a>
        {endpoint.alias ? (
          <span id={endpoint.alias.operationId} className="block text-ink-soft">
            also {endpoint.alias.path}
          </span>
        ) : null}
        {endpoint.isEarlier ? (
          <span className="ml-3 inline-block font-sans text-ink-soft">earlier, unversioned path</span>
        ) : null}
      </p>
      {endpoint.description ? <p className="mt-2 max-w-prose">{inCode(endpoint.description)}</p> : null}
      <dl className="mt-3 grid gap-x-6 text-sm max-sm:[&>dt]:mt-1.5 sm:gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="caption">Who</dt>
        <dd>{ACCESS_WORDS[endpoint.access]}</dd>
        {endpoint.limit ? (
          <>
            <dt className="caption">Counted as</dt>
            <dd>{endpoint.limit}</dd>
          </>
        ) : null}
        {endpoint.isWrite ? (
          <>
            <dt className="caption">Needs</dt>
            <dd>
              an <code className="mono">Idempotency-Key</code>, and a session:{' '}
              <TextLink href="/docs#sign-in">how to get a token</TextLink>
            </dd>
          </>
        ) : null}
      </dl>
      {endpoint.parameters.length > 0 ? (
        <Block title="Parameters">
          <FieldTable caption={`Parameters of ${endpoint.operationId}`} rows={endpoint.parameters} />
        </Block>
      ) : null}
      {endpoint.bodies.map((body) => (
        <Block key={body.name} title={body.name}>
          <FieldTable caption={`${body.name}: fields`} rows={body.rows} />
        </Block>
      ))}
      <CodeBlock name="As a shell line" text={endpoint.curl} copy="Copy as curl" />
      {endpoint.isTryable ? <TryIt path={endpoint.path} parameters={endpoint.parameters.map(hintOf)} /> : null}
      <Block title="Responses">
        {endpoint.answers.map((answer) => (
          <Answer key={answer.status} answer={answer} />
        ))}
        <Refusals endpoint={endpoint} />
      </Block>
    </section>
  )
}

/** The named objects of responses, each described once. */
export function Shapes({ shapes }: { shapes: readonly ShapeFacts[] }) {
  if (shapes.length === 0) return null
  return (
    <section aria-labelledby="schemas" className="mt-14 border-t border-rule-strong pt-4">
      <h2 id="schemas" className="text-2xl">
        Schemas
      </h2>
      <p className="mt-1 text-ink-soft">The objects in the responses above.</p>
      {shapes.map(({ name, rows }) => (
        <div key={name} id={`schema-${name}`} className="mt-8">
          <h3 className="mb-2 text-lg">{name}</h3>
          <FieldTable caption={`Fields of ${name}`} rows={rows} />
        </div>
      ))}
    </section>
  )
}

/** A parameter as the form for trying a read asks for it. */
export const hintOf = ({ name, in: place, required, instead, bounds }: EndpointFacts['parameters'][number]) => ({
  name,
  in: place,
  required,
  hint: place === 'path' ? (bounds[0] ?? '') : required ? 'required' : optionalWords(instead),
})

const optionalWords = (instead: readonly string[]) =>
  instead.length > 0 ? `required without ${instead.join(', ')}` : 'optional'

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-6">
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </div>
  )
}

function Answer({ answer }: { answer: AnswerFacts }) {
  return (
    <div className="mb-4 space-y-1.5">
      <p>
        <strong>{answer.status}</strong> {answer.meaning}
      </p>
      {answer.isFile ? null : <AnswerBody answer={answer} />}
    </div>
  )
}

function AnswerBody({ answer }: { answer: AnswerFacts }) {
  return (
    <>
      {answer.shape ? (
        <p>
          <a href={`#schema-${answer.shape}`} className="link">
            {answer.shape}
          </a>
        </p>
      ) : (
        <FieldTable caption={`Fields of the response ${answer.status}`} rows={answer.rows} />
      )}
      <Raw summary="An example">
        <CodeBlock name="application/json" text={JSON.stringify(answer.example, null, 2)} copy="Copy" />
      </Raw>
    </>
  )
}

function Refusals({ endpoint }: { endpoint: EndpointFacts }) {
  return (
    <p className="text-sm text-ink-soft">
      Errors:{' '}
      {endpoint.refusals.map(({ code, status }, at) => (
        <span key={code}>
          {at > 0 ? ', ' : null}
          <TextLink href={`/docs/errors-and-limits#${code}`} className="link whitespace-nowrap">
            {status} {code}
          </TextLink>
        </span>
      ))}
      .
    </p>
  )
}

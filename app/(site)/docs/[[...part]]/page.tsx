import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { pageMetadata } from '@/app/record-metadata'
import { type Anchor, DocsFrame } from '@/components/docs/docs-frame'
import { describeTag } from '@/components/docs/endpoint-facts'
import { EndpointReference, Shapes } from '@/components/docs/endpoint-reference'
import { GuideLimits, LIMITS_ANCHORS } from '@/components/docs/guide-limits'
import { GuideMcp, MCP_ANCHORS } from '@/components/docs/guide-mcp'
import { GuideSigning, SIGNING_ANCHORS } from '@/components/docs/guide-signing'
import { GuideStart, START_ANCHORS } from '@/components/docs/guide-start'
import { GuideStates, STATES_ANCHORS } from '@/components/docs/guide-states'
import { DOCS_PARTS, type DocsPart, docsPath } from '@/components/docs/parts'
import { signingSamples } from '@/lib/api/signing-samples'
import { appUrl } from '@/lib/env'
import { toolFacts } from '@/lib/mcp/tools'
import { findPlatform } from '@/lib/platform/settings'

type Props = PageProps<'/docs/[[...part]]'>

/** The address of the page of errors and limits until November 2026. */
const EARLIER_SLUG = 'refusals-and-limits'

async function partOf({ params }: Props): Promise<DocsPart> {
  const slug = ((await params).part ?? []).join('/')
  if (slug === EARLIER_SLUG) permanentRedirect(docsPath('errors-and-limits'))
  return DOCS_PARTS.find((part) => part.slug === slug) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { slug, title, lead } = await partOf(props)
  return pageMetadata({
    path: docsPath(slug),
    title: slug === '' ? 'Documentation' : `${title}: documentation`,
    description: lead,
  })
}

export default async function DocsPage(props: Props) {
  const part = await partOf(props)
  const { anchors, content } = contentOf(part)
  return (
    <DocsFrame part={part} anchors={anchors}>
      {content}
    </DocsFrame>
  )
}

const GUIDES = new Map<string, { anchors: readonly Anchor[]; content: () => ReactNode }>([
  ['', { anchors: START_ANCHORS, content: () => <GuideStart base={appUrl()} /> }],
  ['signing', { anchors: SIGNING_ANCHORS, content: () => <GuideSigning samples={signingSamples()} /> }],
  ['mcp', { anchors: MCP_ANCHORS, content: () => <GuideMcp base={appUrl()} tools={toolFacts()} /> }],
  ['states', { anchors: STATES_ANCHORS, content: () => <GuideStates /> }],
  ['errors-and-limits', { anchors: LIMITS_ANCHORS, content: () => <GuideLimits /> }],
])

const originsHere = () => ({ site: appUrl(), platform: findPlatform()?.origin ?? null })

function contentOf({ slug, tag }: DocsPart): { anchors: readonly Anchor[]; content: ReactNode } {
  const guide = GUIDES.get(slug)
  if (guide) return { anchors: guide.anchors, content: guide.content() }
  const { endpoints, shapes } = tag ? describeTag(tag, originsHere()) : { endpoints: [], shapes: [] }
  return {
    anchors: endpoints.map(({ operationId, method, path }) => ({
      id: operationId,
      title: `${method} ${path.replace(/^\/api(\/v1)?/, '')}`,
    })),
    content: (
      <>
        {endpoints.map((endpoint) => (
          <EndpointReference key={endpoint.operationId} endpoint={endpoint} />
        ))}
        <Shapes shapes={shapes} />
      </>
    ),
  }
}

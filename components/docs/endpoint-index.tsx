import { DocsTable } from '@/components/docs/field-table'
import { inCode } from '@/components/docs/in-code'
import { docsPath, slugOf } from '@/components/docs/parts'
import { TextLink } from '@/components/ui/text-link'
import { contracts } from '@/lib/api/contracts'

/** Every endpoint on one line, each leading to its place in the reference. */
export function EndpointIndex() {
  return (
    <DocsTable caption="All endpoints" heads={['Endpoint', 'Who', 'What']}>
      {contracts.map((endpoint) => (
        <tr key={endpoint.operationId} className="border-t border-rule align-top">
          <th scope="row" className="py-1.5 pr-4 text-left font-mono text-[0.88em] font-normal">
            <TextLink href={`${docsPath(slugOf(endpoint.tag))}#${endpoint.operationId}`}>
              {endpoint.method} {endpoint.path}
            </TextLink>
          </th>
          <td className="py-1.5 pr-4">{endpoint.access}</td>
          <td className="py-1.5">{inCode(endpoint.summary)}</td>
        </tr>
      ))}
    </DocsTable>
  )
}

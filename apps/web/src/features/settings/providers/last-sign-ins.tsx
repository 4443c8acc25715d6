import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@zelab/contract'
import { formatMoment } from '../../../lib/format.ts'
import { Hint, Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { Fetched } from '../../../ui/list/fetched.tsx'
import { InfoDialog } from '../../../ui/feedback/info-dialog.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'

/** What the provider stated about the sign-ins, on which second factors and identity checks depend. */
export function LastSignIns({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const query = useQuery(endpointQuery(pageApi.providers.getSignIns, { params: { id: provider.id } }))
  return (
    <InfoDialog title={texts.signInsOf(provider.name)} onClose={onClose}>
      <Fetched query={query} skeleton={<Skeleton height="5rem" />}>
        {(signIns) =>
          signIns.length === 0 ? (
            <Text size="sm">{texts.noSignIns}</Text>
          ) : (
            <Stack component="ul" gap="xs" mah="24rem" style={{ overflowY: 'auto' }} tabIndex={0}>
              {signIns.map(({ userId, fullName, signedInAt, acr, authenticatedAt }) => (
                <li key={userId}>
                  <Text size="sm">
                    <Isolated>{fullName}</Isolated>, {formatMoment(signedInAt)}
                  </Text>
                  <Hint>
                    {acr === null ? texts.noAcr : <Ltr>{texts.statedAcr(acr)}</Ltr>}
                    {'; '}
                    {authenticatedAt === null
                      ? texts.notAuthenticated
                      : texts.authenticated(formatMoment(authenticatedAt))}
                  </Hint>
                </li>
              ))}
            </Stack>
          )
        }
      </Fetched>
    </InfoDialog>
  )
}

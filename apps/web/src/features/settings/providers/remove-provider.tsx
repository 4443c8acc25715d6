import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useConfirmedIdentity } from '../../../entities/identity/confirmed-identity.tsx'
import { Hint, Isolated, Ltr } from '../../../ui/display/inline.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import { Fetched } from '../../../ui/list/fetched.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

/** Lists the users who could no longer sign in. */
export function RemoveProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const remove = useEndpoint(pageApi.providers.remove, { id: provider.id })
  const query = useQuery(endpointQuery(pageApi.providers.getDependents, { params: { id: provider.id } }))
  const identity = useConfirmedIdentity()
  const confirm = () =>
    void identity
      .run(async () => {
        await remove.mutateAsync()
        toastSuccess(SUCCESS.providerRemoved)
        onClose()
      })
      .catch((error: unknown) => toastError(error))
  return (
    <>
      <ConfirmDialog
        isOpen
        isDangerous
        title={texts.askRemove}
        message={texts.removeQuestion(provider.name)}
        confirmLabel={texts.remove}
        pendingLabel={texts.removing}
        isPending={remove.isPending}
        isBlocked={!query.data}
        onConfirm={confirm}
        onCancel={onClose}
      >
        <Stack gap="xs" mt="md">
          <Fetched query={query} skeleton={<Skeleton height="2.5rem" />}>
            {({ data, total }) =>
              total === 0 ? (
                <Text size="sm">{texts.noDependents}</Text>
              ) : (
                <>
                  <Text size="sm">{texts.dependents(total)}</Text>
                  <Stack component="ul" gap="xs" mah="14rem" style={{ overflowY: 'auto' }} tabIndex={0}>
                    {data.map(({ id, fullName, email }) => (
                      <Text key={id} component="li" size="sm">
                        <Isolated>{fullName}</Isolated> (<Ltr>{email}</Ltr>)
                      </Text>
                    ))}
                  </Stack>
                  {total > data.length && <Hint>{texts.moreDependents(total - data.length)}</Hint>}
                </>
              )
            }
          </Fetched>
        </Stack>
      </ConfirmDialog>
      {identity.dialog}
    </>
  )
}

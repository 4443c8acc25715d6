import { Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AcceptedPasskeys, Passkey } from '@zelab/contract'
import { PASSKEYS_MAX } from '@zelab/contract/limits'
import { useEffect, useState } from 'react'
import { ReauthenticationDialog } from '../../entities/identity/reauthentication-dialog.tsx'
import { formatDate } from '../../lib/format.ts'
import { useRemovePasskey } from './queries.ts'
import { useSessionStore } from '../../lib/session-store.ts'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

const isSupported = () => 'PublicKeyCredential' in window

/** The device no longer offers passkeys that were removed here or by an Admin. */
const useSignal = (accepted: AcceptedPasskeys | null | undefined) =>
  useEffect(() => {
    if (accepted && isSupported() && 'signalAllAcceptedCredentials' in PublicKeyCredential)
      PublicKeyCredential.signalAllAcceptedCredentials(accepted).catch(() => {})
  }, [accepted])

export function Passkeys() {
  const query = useQuery(endpointQuery(api.passkeys.list))
  // An older list would make the device drop a passkey that was added in another tab.
  useSignal(query.isFetchedAfterMount ? query.data?.accepted : undefined)
  const isRequired = useSessionStore(({ session }) => session?.passkey === 'required')
  const [isAdding, setIsAdding] = useState(false)
  const canAdd = query.data?.off === null && isSupported() && query.data.data.length < PASSKEYS_MAX
  return (
    <SectionCard
      title={texts.passkeys}
      subtitle={texts.passkeysHint}
      actions={
        canAdd && (
          <Button
            size="xs"
            variant={isRequired ? 'filled' : 'default'}
            leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            {texts.addPasskey}
          </Button>
        )
      }
    >
      {isRequired && (
        <Notice tone="warning" title={texts.roleNeedsPasskey}>
          {texts.addOneNow}
        </Notice>
      )}
      <Fetched query={query} skeleton={<Skeleton height="1.25rem" />}>
        {({ data, off }) => (
          <>
            {off !== null && <Hint>{texts.passkeysOff[off]}</Hint>}
            {off === null && !isSupported() && <Hint>{texts.passkeysUnsupported}</Hint>}
            {data.length === 0 ? (
              off === null && isSupported() && !isRequired && <Hint>{texts.noPasskeys}</Hint>
            ) : (
              <Stack component="ul" gap={0} mod="rows">
                {data.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
            )}
          </>
        )}
      </Fetched>
      {isAdding && <AddPasskey onClose={() => setIsAdding(false)} />}
    </SectionCard>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [step, setStep] = useState<'rename' | 'remove'>()
  const { name, createdAt, lastUsedAt, isSynced, isOfFormerAddress } = passkey
  const close = () => setStep(undefined)
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py="xs">
      <div>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          <StatusBadge tone={isOfFormerAddress ? 'warning' : 'neutral'} icon={null}>
            {isOfFormerAddress ? texts.formerAddress : isSynced ? texts.synced : texts.thisDeviceOnly}
          </StatusBadge>
        </Group>
        <Hint>
          {isOfFormerAddress
            ? texts.formerAddressHint
            : texts.addedAndUsed(formatDate(createdAt), lastUsedAt && <RelativeTime at={lastUsedAt} />)}
        </Hint>
      </div>
      <RowMenu label={texts.actionsOf(name)}>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setStep('rename')}>
          {texts.rename}
        </Menu.Item>
        <Menu.Item
          color="var(--negative-text)"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => setStep('remove')}
        >
          {texts.remove}
        </Menu.Item>
      </RowMenu>
      {step === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
      {step === 'remove' && <RemovePasskey passkey={passkey} onClose={close} />}
    </Group>
  )
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey(id)
  return (
    <ReauthenticationDialog
      title={texts.removePasskey(name)}
      text={texts.removePasskeyHint}
      confirmLabel={texts.remove}
      isDangerous
      onConfirm={async (proof) => {
        await remove.mutateAsync(proof)
        toastSuccess(texts.passkeyRemoved)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

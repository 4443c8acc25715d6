import { Button, Group, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useSessionStore } from '../../lib/session-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PasswordQuestion } from './password-question.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../../lib/queries/account.ts'
import { toastSuccess } from '../../ui/toasts.ts'
import { SUCCESS } from '@zelab/contract/messages'

type Step = 'set-up' | 'renew' | 'remove'

/** The second factor of the own account: set up, new recovery codes, switch off. */
export function SecondFactor() {
  const state = useSessionStore(({ session }) => session?.secondFactor ?? 'off')
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <SectionCard
      title="Second factor"
      icon={IconShieldLock}
      actions={
        state === 'on' ? (
          <StatusBadge tone="positive">On</StatusBadge>
        ) : (
          <StatusBadge tone={state === 'required' ? 'warning' : 'neutral'}>Off</StatusBadge>
        )
      }
    >
      {state === 'required' && (
        <Notice tone="warning" title="Your role needs a second factor">
          Set it up now to go on working.
        </Notice>
      )}
      <Text size="sm" my="sm">
        {state === 'on'
          ? 'Signing in needs a code of your authenticator app besides the password.'
          : 'With an authenticator app on your phone, a stolen password alone opens nothing.'}
      </Text>
      <Group gap="sm">
        {state === 'on' ? (
          <>
            <Button size="xs" variant="default" onClick={() => setStep('renew')}>
              New recovery codes
            </Button>
            <Button size="xs" variant="default" onClick={() => setStep('remove')}>
              Switch off
            </Button>
          </>
        ) : (
          <Button size="xs" onClick={() => setStep('set-up')}>
            Set up
          </Button>
        )}
      </Group>
      {step === 'set-up' && <SecondFactorSetup onClose={close} />}
      {step === 'renew' && <RenewCodes onClose={close} />}
      {step === 'remove' && <RemoveFactor onClose={close} />}
    </SectionCard>
  )
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes()
  const codes = renew.data?.data.recoveryCodes
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <PasswordQuestion
      title="New recovery codes"
      text="The earlier codes stop working."
      confirmLabel="Make new codes"
      isPending={renew.isPending}
      onConfirm={(password) => renew.mutateAsync(password)}
      onCancel={onClose}
    />
  )
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSecondFactor()
  return (
    <PasswordQuestion
      title="Switch off the second factor"
      text="Signing in will need only your password."
      confirmLabel="Switch off"
      isPending={remove.isPending}
      onConfirm={async (password) => {
        await remove.mutateAsync(password)
        toastSuccess(SUCCESS.secondFactorOff)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

import { Anchor, Menu } from '@mantine/core'
import type { ApiClient, Receiver } from '@zelab/contract'
import { useState } from 'react'
import { useConfirmedIdentity } from '../../entities/identity/confirmed-identity.tsx'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { Ltr } from '../../ui/display/inline.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastProblem, toastSuccess } from '../../ui/feedback/toasts.ts'
import { countryName } from '../../ui/form/country-field.tsx'
import { Facts, RecordItem } from '../../ui/list/record-list.tsx'
import * as words from '../../ui/texts.ts'
import { isReceiver } from './connection-form.ts'
import { LogDialog, ReplayDialog } from './receiver-dialogs.tsx'
import { useIntegrationAction } from './queries.ts'
import * as texts from './texts.ts'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { pageApi } from '../../lib/page-api.ts'

interface ConnectionItemProps {
  connection: ApiClient | Receiver
  onEdit: () => void
  onSecret: (secret: string) => void
}

export function ConnectionItem({ connection, onEdit, onSecret }: ConnectionItemProps) {
  const { id, name, purpose, country, reach, includesSensitive, state, pauseCause, lastUsedAt } = connection
  const receiver = isReceiver(connection) ? connection : undefined
  const client = isReceiver(connection) ? undefined : connection
  const [asked, setAsked] = useState<'end' | 'secret' | 'log' | 'refused' | 'replay'>()
  const action = useIntegrationAction(id)
  const rotate = useEndpoint(pageApi.integrations.rotate, { id })
  const test = useEndpoint(pageApi.integrations.test, { id })
  const identity = useConfirmedIdentity()
  const close = () => setAsked(undefined)
  const act = (what: 'pause' | 'resume' | 'end' | 'tryNow', done: string) =>
    identity
      .run(async () => {
        await action.mutateAsync(what)
        toastSuccess(done)
      })
      .catch((error: unknown) => toastError(error))
      .finally(close)
  const renew = () =>
    identity
      .run(async () => onSecret((await rotate.mutateAsync()).data.secret))
      .catch((error: unknown) => toastError(error))
      .finally(close)
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ data: { isAccepted, answer } }) =>
        isAccepted ? toastSuccess(texts.testAccepted(answer)) : toastProblem(texts.testFailed(answer)),
      onError: (error) => toastError(error),
    })
  const hasSecret = receiver ? receiver.kind === 'webhook' : typeof client?.expiresAt === 'string'
  return (
    <RecordItem
      name={<bdi>{name}</bdi>}
      tags={
        receiver && (
          <StatusBadge tone="neutral" icon={null}>
            {texts.KINDS[receiver.kind]}
          </StatusBadge>
        )
      }
      badges={
        <>
          {receiver && receiver.refused > 0 && (
            <StatusBadge tone="negative">
              <Anchor
                component="button"
                type="button"
                c="inherit"
                fz="inherit"
                lh="inherit"
                fw="inherit"
                underline="always"
                aria-label={texts.showRefused(receiver.refused, name)}
                onClick={() => setAsked('refused')}
              >
                {texts.refused(receiver.refused)}
              </Anchor>
            </StatusBadge>
          )}
          {receiver?.waitingSince && (
            <StatusBadge tone="warning">
              {texts.waiting(receiver.waiting, formatMoment(receiver.waitingSince))}
            </StatusBadge>
          )}
          <StatusBadge tone={state === 'active' ? 'positive' : 'warning'}>{texts.STATES[state]}</StatusBadge>
        </>
      }
      actions={
        <RowMenu label={texts.actionsOf(name)} isBusy={test.isPending || action.isPending}>
          <Menu.Item onClick={onEdit}>{words.edit}</Menu.Item>
          {receiver && (
            <>
              <Menu.Item onClick={() => setAsked('log')}>{texts.log}</Menu.Item>
              <Menu.Item onClick={sendTest}>{texts.test}</Menu.Item>
              {receiver.waitingSince && state === 'active' && (
                <Menu.Item onClick={() => void act('tryNow', texts.triedNow)}>{texts.tryNow}</Menu.Item>
              )}
              <Menu.Item onClick={() => setAsked('replay')}>{texts.replay}</Menu.Item>
            </>
          )}
          {hasSecret && (
            <Menu.Item onClick={() => setAsked('secret')}>
              {receiver ? texts.newSecret : texts.newKey}
            </Menu.Item>
          )}
          {state === 'paused' ? (
            <Menu.Item onClick={() => void act('resume', texts.resumed)}>{texts.resume}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void act('pause', texts.paused)}>{texts.pause}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAsked('end')}>
            {texts.end}
          </Menu.Item>
        </RowMenu>
      }
    >
      <Facts>
        {purpose}
        {countryName(country)}
        {reach.kind === 'referrer' && texts.ofReferrer(reach.name)}
        {includesSensitive && texts.withSensitive}
      </Facts>
      <Facts>
        {receiver && <Ltr>{receiver.url ?? `${receiver.host}:${receiver.port}`}</Ltr>}
        {client && (
          <>
            {texts.clientId} <Ltr>{client.clientId}</Ltr>
            <CopyButton text={client.clientId} label={texts.copyClientId(name)} />
          </>
        )}
        {client?.expiresAt && texts.keyEnds(formatDate(client.expiresAt))}
        {lastUsedAt ? (
          <>
            {receiver ? texts.lastSent : texts.lastUsed} <RelativeTime at={lastUsedAt} />
          </>
        ) : receiver ? (
          texts.nothingSent
        ) : (
          texts.neverUsed
        )}
      </Facts>
      {pauseCause && <Facts>{texts.PAUSES[pauseCause]}</Facts>}
      {receiver?.failing && state === 'active' && (
        <Facts>
          {texts.failing(formatMoment(receiver.failing.since))}
          <bdi>{receiver.failing.answer}</bdi>
          {receiver.failing.nextTryAt && texts.nextTry(formatMoment(receiver.failing.nextTryAt))}
        </Facts>
      )}
      {(asked === 'end' || asked === 'secret') && (
        <ConfirmDialog
          isOpen
          isDangerous={asked === 'end'}
          {...(asked === 'end'
            ? {
                title: texts.askEnd,
                message: texts.endQuestion(name),
                confirmLabel: texts.end,
                pendingLabel: texts.ending,
                onConfirm: () => void act('end', texts.ended),
              }
            : {
                title: texts.askSecret,
                message: texts.secretQuestion[receiver ? 'webhook' : 'client'](name),
                confirmLabel: receiver ? texts.newSecret : texts.newKey,
                pendingLabel: texts.making,
                onConfirm: () => void renew(),
              })}
          isPending={action.isPending || rotate.isPending}
          onCancel={close}
        />
      )}
      {receiver && (asked === 'log' || asked === 'refused') && (
        <LogDialog receiver={receiver} state={asked === 'refused' ? 'refused' : ''} onClose={close} />
      )}
      {receiver && asked === 'replay' && <ReplayDialog receiver={receiver} onClose={close} />}
      {identity.dialog}
    </RecordItem>
  )
}

import { Stack, Text, Title } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { Answer, CallInput, contract, RuleTrial } from '@zelab/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import type { RulesUseForm } from './rules-form.ts'
import * as texts from './texts.tsx'

type Trial = CallInput<typeof contract.inbox.trySettings>['body']

interface TrialResultProps {
  form: RulesUseForm
  trial: UseMutationResult<Answer<typeof contract.inbox.trySettings>, Error, Trial>
}

export function TrialResult({ form, trial: { data, variables, error, submittedAt } }: TrialResultProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const current = JSON.stringify(useWatch({ control: form.control }))
  const [shown, setShown] = useState({ data, values: current })
  if (shown.data !== data) setShown({ data, values: current })
  useEffect(() => {
    if (!data) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [data])
  if (error)
    return (
      <Notice key={submittedAt} tone="negative" role="alert" title={texts.trialFailed}>
        {messageOf(error)}
      </Notice>
    )
  if (!data) return null
  const files = data.data
  const sorted = files.filter(({ rule }) => rule !== null).length
  const read = files.filter(({ named }) => named.length > 0).length
  return (
    <Stack component="section" gap="sm" aria-labelledby={headingId}>
      <div>
        <Title order={3} id={headingId} ref={heading} tabIndex={-1}>
          {texts.trial}
        </Title>
        {files.length === 0 ? (
          <Hint>{texts.noFiles}</Hint>
        ) : (
          <Text role="status">
            <strong>{texts.getType(sorted, files.length)}</strong>
            {form.getValues('fileNamePattern').trim() !== '' &&
              ` · ${texts.followPattern(read, files.length)}`}
          </Text>
        )}
        <Hint>{shown.values === current ? texts.nothingStored : texts.outdated}</Hint>
      </div>
      {files.length > 0 && <TrialTable files={files} rules={variables.rules} />}
    </Stack>
  )
}

type Row = RuleTrial & { position: number; type: string | undefined; title: string | undefined }

function TrialTable({ files, rules }: { files: readonly RuleTrial[]; rules: Trial['rules'] }) {
  const types = useAppDataStore((state) => state.reportTypes)
  const rows = files.map((file, position): Row => {
    const rule = file.rule === null ? undefined : rules[file.rule]
    const type = types.find(({ id }) => id === rule?.reportTypeId)
    return { ...file, position, type: type?.title, title: rule?.title }
  })
  return (
    <Sheet>
      <RecordTable
        label={texts.trial}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ position }) => position}
        renderCard={(row) => (
          <>
            <FileName row={row} />
            <Hint>
              {texts.readFromName}: {readBy(row)}
            </Hint>
            <RuleOfFile row={row} />
            <Hint>{row.type && texts.becomes(row.type, row.title ?? '')}</Hint>
          </>
        )}
        skeletonRows={0}
      />
    </Sheet>
  )
}

const readBy = ({ named }: Row) => (named.length === 0 ? texts.nothingRead : named.join(' · '))

function FileName({ row: { fileName, receivedAt } }: { row: Row }) {
  return (
    <>
      <Text component="bdi" display="block" fw={500}>
        {fileName}
      </Text>
      <Hint span>
        <RelativeTime at={receivedAt} />
      </Hint>
    </>
  )
}

function RuleOfFile({ row: { rule } }: { row: Row }) {
  return rule === null ? (
    <StatusBadge tone="warning">{texts.noRule}</StatusBadge>
  ) : (
    <StatusBadge tone="positive">{texts.rule(rule + 1)}</StatusBadge>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { header: texts.fileName, cell: (row) => <FileName row={row} />, width: '32%' },
  { header: texts.readFromName, cell: readBy, priority: 3 },
  { header: texts.ruleOfFile, cell: (row) => <RuleOfFile row={row} />, width: '7rem' },
  { header: texts.reportType, cell: ({ type }) => type },
  { header: texts.title, cell: ({ title }) => title, priority: 2 },
]

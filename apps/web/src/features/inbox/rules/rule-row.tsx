import { NativeSelect, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import type { FieldErrors } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import classes from './rules.module.css'
import type { RuleFields } from './rules-form.ts'
import * as texts from './texts.tsx'

const FIELD_CHOICES = (['text', 'fileName', 'any'] as const).map((value) => ({
  value,
  label: texts.FIELDS[value],
}))
const SIGN = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const LABEL = { classNames: { label: classes.label ?? '' } } as const

interface RuleRowProps {
  rule: RuleFields
  position: number
  errors: FieldErrors<RuleFields> | undefined
  isLast: boolean
  /** Position of an earlier rule that matches every file and shadows this one. */
  everyFile: number | undefined
  onChange: (changed: Partial<RuleFields>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

export function RuleRow({
  rule: { field, contains, reportTypeId, title },
  position,
  errors,
  isLast,
  everyFile,
  onChange,
  onMove,
  onRemove,
}: RuleRowProps) {
  const types = useAppDataStore((state) => state.reportTypes).filter(({ id }) => id !== ALL_REPORT_TYPES.id)
  const titleOf = (typeId: string) => types.find(({ id }) => String(id) === typeId)?.title ?? ''
  const chooseType = (typeId: string) => {
    const isPrefilled = title.trim() === '' || title === titleOf(reportTypeId)
    onChange({ reportTypeId: typeId, ...(isPrefilled && { title: titleOf(typeId) }) })
  }
  const number = position + 1
  return (
    <li className={classes.rule}>
      <fieldset className={classes.columns} data-every={field === 'any' || undefined}>
        <VisuallyHidden component="legend">{texts.rule(number)}</VisuallyHidden>
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <NativeSelect
          {...LABEL}
          label={texts.field}
          data={FIELD_CHOICES}
          size="md"
          value={field}
          onChange={({ currentTarget }) => onChange({ field: currentTarget.value as RuleFields['field'] })}
        />
        {field !== 'any' && (
          <TextInput
            {...LABEL}
            label={texts.contains}
            autoComplete="off"
            error={errors?.contains?.message}
            value={contains}
            onChange={({ currentTarget }) => onChange({ contains: currentTarget.value })}
          />
        )}
        <NativeSelect
          {...LABEL}
          label={texts.reportType}
          size="md"
          data={[
            { value: '', label: texts.selectReportType, disabled: true },
            ...types.map((type) => ({ value: String(type.id), label: type.title })),
          ]}
          error={errors?.reportTypeId?.message}
          value={reportTypeId}
          onChange={({ currentTarget }) => chooseType(currentTarget.value)}
        />
        <TextInput
          {...LABEL}
          label={texts.title}
          autoComplete="off"
          error={errors?.title?.message}
          value={title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
        <div className={classes.moves}>
          <IconButton
            label={texts.moveUp(number)}
            data-move="up"
            disabled={position === 0}
            onClick={() => onMove(position - 1)}
          >
            <IconArrowUp {...SIGN} />
          </IconButton>
          <IconButton
            label={texts.moveDown(number)}
            data-move="down"
            disabled={isLast}
            onClick={() => onMove(position + 1)}
          >
            <IconArrowDown {...SIGN} />
          </IconButton>
          <IconButton label={texts.removeRule(number)} data-remove="" onClick={onRemove}>
            <IconX {...SIGN} />
          </IconButton>
        </div>
      </fieldset>
      {everyFile !== undefined && (
        <Text size="sm" c="var(--warning-text)" mt={4}>
          {texts.neverReached(everyFile + 1)}
        </Text>
      )}
    </li>
  )
}

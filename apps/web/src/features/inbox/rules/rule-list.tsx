import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { INBOX_RULES_MAX } from '@zelab/contract/limits'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { RuleRow } from './rule-row.tsx'
import type { RulesUseForm } from './rules-form.ts'
import { EMPTY_RULE } from './rules-form.ts'
import * as texts from './texts.tsx'

/** The rules in order of precedence. Buttons reorder them and keep the focus. */
export function RuleList({ form }: { form: RulesUseForm }) {
  const {
    field: { value: rules, onChange },
  } = useController({ control: form.control, name: 'rules' })
  const [status, setStatus] = useState('')
  const listId = useId()
  const adder = useRef<HTMLButtonElement>(null)

  /** After the next render, when the rules have their new order. */
  const focus = (position: number, ...selectors: string[]) =>
    requestAnimationFrame(() => {
      const row = document.getElementById(listId)?.children[position]
      const found = selectors.map((selector) => row?.querySelector<HTMLElement>(selector)).find(Boolean)
      ;(found ?? adder.current)?.focus()
    })
  const move = (from: number, to: number) => {
    const rule = rules[from]
    if (!rule) return
    onChange(rules.toSpliced(from, 1).toSpliced(to, 0, rule))
    setStatus(texts.moved(from + 1, to + 1))
    const buttons = ['[data-move="up"]:enabled', '[data-move="down"]:enabled']
    focus(to, ...(to < from ? buttons : buttons.reverse()))
  }
  const remove = (position: number) => {
    onChange(rules.toSpliced(position, 1))
    setStatus(texts.removedRule(position + 1))
    focus(Math.min(position, rules.length - 2), '[data-remove]')
  }
  const add = () => {
    onChange([...rules, EMPTY_RULE])
    focus(rules.length, 'select')
  }

  const { rules: errors } = form.formState.errors
  const problem = errors?.root?.message ?? errors?.message
  const isFull = rules.length >= INBOX_RULES_MAX
  const everyFile = rules.findIndex(({ field }) => field === 'any')
  return (
    <>
      {rules.length === 0 ? (
        <Hint>{texts.noRulesYet}</Hint>
      ) : (
        <Stack component="ol" gap="xs" id={listId}>
          {rules.map((rule, position) => (
            <RuleRow
              key={position}
              rule={rule}
              position={position}
              errors={errors?.[position]}
              isLast={position === rules.length - 1}
              everyFile={everyFile !== -1 && everyFile < position ? everyFile : undefined}
              onChange={(changed) => onChange(rules.with(position, { ...rule, ...changed }))}
              onMove={(to) => move(position, to)}
              onRemove={() => remove(position)}
            />
          ))}
        </Stack>
      )}
      {problem && (
        <Text size="sm" c="var(--negative-text)" role="alert">
          {problem}
        </Text>
      )}
      <Group gap="sm">
        <Button
          ref={adder}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          disabled={isFull}
          onClick={add}
        >
          {texts.addRule}
        </Button>
        {isFull && <Hint span>{texts.rulesFull(INBOX_RULES_MAX)}</Hint>}
      </Group>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </>
  )
}

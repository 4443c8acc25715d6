import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { useRecordSearch } from '../../../lib/queries/record-search.ts'
import { readTypedPatient, typedPatientState } from '../../../entities/patient/typed-patient.ts'
import { useInitialFocus } from '../../../ui/form/initial-focus.ts'
import type { Chosen, FrontDeskOption } from './front-desk-options.tsx'
import { FrontDeskOptions, chosenBy, optionKey } from './front-desk-options.tsx'
import { Hint } from '../../../ui/display/inline.tsx'
import classes from '../dashboard.module.css'
import * as words from '../../../ui/texts.ts'
import * as texts from './texts.tsx'
import type { FoundPatient } from '@zelab/contract'
import { formatPatientId } from '../../../lib/format.ts'

const REPORT_NUMBER = /^#\d+$/

/** The only match, or the patient whose id was typed in full. Namesakes and shared numbers need a choice. */
export const certainPatient = (
  patients: readonly FoundPatient[],
  typed: string,
): FoundPatient | undefined => {
  const sure = patients.filter(({ isSimilar }) => !isSimilar)
  if (sure.length === 1) return sure[0]
  return ofId(sure, typed)
}

const ofId = (patients: readonly FoundPatient[], typed: string): FoundPatient | undefined => {
  const id = typed.toUpperCase()
  const ofSystem = patients.find((patient) =>
    [patient.id, patient.formerId].some((one) => one !== undefined && formatPatientId(one) === id),
  )
  if (ofSystem) return ofSystem
  const withEmrId = patients.filter(({ emrId }) => emrId?.toUpperCase() === id)
  return withEmrId.length === 1 ? withEmrId[0] : undefined
}

interface FrontDeskSearchProps {
  /** True after the user cleared the previous patient; the field then takes the focus. */
  isRepeated: boolean
  onChoose: (chosen: Chosen | undefined) => void
}

/** A scanner presses Enter before the results arrive; Enter then waits and selects the chosen or certain match. */
export function FrontDeskSearch({ isRepeated, onChoose }: FrontDeskSearchProps) {
  useInitialFocus()
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const typed = text.trim()
  const { found, error, isSettled, retry } = useRecordSearch(typed)
  const patients = typed !== '' && found?.text ? found.patients : []
  const isShown = isOpen && typed !== '' && found !== undefined && found.text !== ''
  // The results on screen may belong to an earlier text.
  const isAnswer = isSettled && found?.text === typed && typed !== ''
  const isReportNumber = REPORT_NUMBER.test(typed)
  const reports = isReportNumber && found?.text ? found.reports : []
  const options: readonly FrontDeskOption[] = !isShown
    ? []
    : isReportNumber
      ? [...reports, ...patients]
      : [...patients, 'register']

  const [movedTo, setMovedTo] = useState<{ key: string; byKeys: boolean }>()
  const moved = options.find((option) => optionKey(option) === movedTo?.key)
  const hasOnlySimilar = patients[0]?.isSimilar === true
  const certain = isReportNumber
    ? reports[0]
    : patients.length === 0
      ? 'register'
      : certainPatient(patients, typed)
  const active = moved ?? (isShown ? certain : undefined)
  const move = (index: number) => {
    const option = options.at(index % options.length)
    setMovedTo(option && { key: optionKey(option), byKeys: true })
    setIsAsked(false)
  }

  const choose = (option: FrontDeskOption) => {
    setIsOpen(false)
    if (option !== 'register') return onChoose(chosenBy(option))
    void navigate({ to: '/user/patients/add', state: typedPatientState(typed) })
  }
  const [isAsked, setIsAsked] = useState(false)
  /** Enter among several patients asks for a choice. */
  const chooseBy = (option: FrontDeskOption | undefined) => (option ? choose(option) : setIsAsked(isShown))
  const isPending = useRef(false)
  const choosePending = useEffectEvent(() => {
    if (isPending.current && isAnswer) chooseBy(movedTo?.byKeys ? moved : certain)
    isPending.current = false
  })
  useEffect(() => {
    if (isSettled) choosePending()
  }, [isSettled])

  const place = active ? options.indexOf(active) : -1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => (isOpen ? move(place + 1) : setIsOpen(true)),
      ArrowUp: () => move(Math.max(place, 0) - 1),
      Enter: () => {
        if (isAnswer) chooseBy(active)
        else isPending.current = !isSettled && typed !== ''
      },
      Escape: () => change(''),
    }
    const step = steps[event.key]
    if (!step || event.shiftKey) return
    event.preventDefault()
    step()
  }
  const change = (value: string) => {
    setText(value)
    setIsOpen(true)
    setMovedTo(undefined)
    setIsAsked(false)
    isPending.current = false
    onChoose(undefined)
  }

  return (
    <Box p="md">
      <TextInput
        size="lg"
        role="combobox"
        label={texts.findPatient}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${optionKey(active)}`}
        aria-autocomplete="list"
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={SEARCH_MAX_LENGTH}
        data-initial-focus
        autoFocus={isRepeated}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error && typed !== '' && (
        <Group
          role="alert"
          justify="space-between"
          wrap="nowrap"
          pt="sm"
          px="xs"
          c="var(--negative-text)"
          fz="sm"
        >
          <span>{texts.notSearched(messageOf(error))}</span>
          <Button variant="default" size="xs" onClick={retry}>
            {words.retry}
          </Button>
        </Group>
      )}
      {isShown && (hasOnlySimilar || (patients.length === 0 && reports.length === 0)) && (
        <Hint pt="sm" px="xs">
          {hasOnlySimilar ? texts.onlySimilar : texts.nothingFoundFor(found.text)}
        </Hint>
      )}
      <Text
        role="status"
        size="sm"
        fw={600}
        px="xs"
        className={isShown && isAsked ? undefined : classes.count}
      >
        {isShown && isSettled && patients.length > 0 && texts.patientCount(patients.length, isAsked)}
      </Text>
      {options.length > 0 && (
        <FrontDeskOptions
          id={listId}
          options={options}
          active={active}
          typed={hasRegistrationText(typed) ? typed : ''}
          onPoint={(option) => setMovedTo({ key: optionKey(option), byKeys: false })}
          onChoose={choose}
        />
      )}
    </Box>
  )
}

const hasRegistrationText = (typed: string): boolean => Object.keys(readTypedPatient(typed)).length > 0

import { Button, Group, Text } from '@mantine/core'
import type { PossibleDuplicate } from '@zelab/contract'
import { CONFIRM } from '@zelab/contract/messages'
import { useState } from 'react'
import { MessageDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { ZlId } from '../../../ui/display/tags.tsx'
import classes from '../patients.module.css'
import { DuplicateList } from '../duplicates/duplicate-list.tsx'
import { OpenRecord } from '../duplicates/open-record.tsx'
import * as texts from '../texts.tsx'
import * as shared from '../../../ui/texts.ts'

export interface KnownPhone {
  patients: readonly { id: number; fullName: string }[]
  /** Possible duplicates with another number. */
  others: readonly PossibleDuplicate[]
}
export const NO_ONE: KnownPhone = { patients: [], others: [] }

interface KnownPhoneDialogProps {
  isOpen: boolean
  known: KnownPhone
  onDifferent: () => void
  onCancel: () => void
}

/** The first action opens the existing record; a different person is an explicit choice. */
export function KnownPhoneDialog({ isOpen, known, onDifferent, onCancel }: KnownPhoneDialogProps) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(known)
  if (isOpen && shown !== known) setShown(known)
  const { patients, others } = shown
  return (
    <MessageDialog
      opened={isOpen}
      onClose={onCancel}
      title={texts.phoneNumberAlreadyInUse}
      message={CONFIRM.duplicatePhone(patients[0]?.fullName ?? '')}
      actions={
        <>
          <Button variant="default" onClick={onCancel}>
            {shared.cancel}
          </Button>
          <Button variant="default" onClick={onDifferent}>
            {texts.differentPerson}
          </Button>
        </>
      }
    >
      {patients.length > 1 && <Text mt="xs">{texts.morePatientsWithPhone(patients.length - 1)}</Text>}
      <ul className={classes.list}>
        {patients.map((patient, index) => (
          <Group key={patient.id} component="li" gap="0.25rem var(--mantine-spacing-sm)">
            <OpenRecord patient={patient} isFirst={index === 0} />
            <ZlId id={patient.id} />
          </Group>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <Text mt="md" mb="xs">
            {texts.otherPossibleDuplicates}
          </Text>
          <DuplicateList duplicates={others} />
        </>
      )}
    </MessageDialog>
  )
}

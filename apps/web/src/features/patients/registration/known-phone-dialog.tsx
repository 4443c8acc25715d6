import { Button, Group, Text } from '@mantine/core'
import { CONFIRM } from '@zelab/contract/messages'
import { useState } from 'react'
import { ZlId } from '../../../ui/display/zl-id.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import classes from './known-phone-dialog.module.css'
import { OpenRecord } from '../duplicates/open-record.tsx'
import * as texts from '../texts.tsx'

interface KnownPhoneDialogProps {
  isOpen: boolean
  /** Who has the number; families share phones. */
  patients: readonly { id: number; fullName: string }[]
  onDifferent: () => void
  onCancel: () => void
}

/** Asks before a number is used twice: the record with it comes first, a different person has to be chosen. */
export function KnownPhoneDialog({ isOpen, patients, onDifferent, onCancel }: KnownPhoneDialogProps) {
  // Stays on screen while the dialog fades out.
  const [shown, setShown] = useState(patients)
  if (isOpen && shown !== patients) setShown(patients)
  return (
    <Dialog opened={isOpen} onClose={onCancel} title={texts.phoneNumberAlreadyInUse} withCloseButton={false}>
      <Text>{CONFIRM.duplicatePhone(shown[0]?.fullName ?? '')}</Text>
      {shown.length > 1 && <Text mt="xs">{texts.morePatientsWithPhone(shown.length - 1)}</Text>}
      <ul className={classes.list}>
        {shown.map((patient, index) => (
          <li key={patient.id} className={classes.patient}>
            <OpenRecord patient={patient} isFirst={index === 0} />
            <ZlId id={patient.id} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="default" onClick={onDifferent}>
          {texts.differentPerson}
        </Button>
      </Group>
    </Dialog>
  )
}

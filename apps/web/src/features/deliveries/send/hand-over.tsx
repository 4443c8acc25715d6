import { Box, Button, Group, Stack } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { MessageText } from '../../../ui/display/contact-links.tsx'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from '../deliveries.module.css'
import { PrintSlip, Slip, type Handed } from './slip.tsx'
import * as texts from './texts.ts'

interface HandOverProps {
  made: Handed
  showsText: boolean
  onClose: () => void
}

/** A new link, to be opened in WhatsApp, printed or copied. It is shown only once. */
export function HandOver({ made, showsText, onClose }: HandOverProps) {
  const { language, text, whatsappAddress, qrCode } = made
  return (
    <Stack mt="md">
      {qrCode !== null && (
        <div className={classes.preview}>
          <Slip made={made} />
        </div>
      )}
      {showsText && (
        <Box px="sm" pt="xs" pb="sm" bg="var(--bench)" bdrs="sm">
          <Group component="p" mih="var(--control-small)" fw={600}>
            {texts.exactText} <CopyButton text={text} label={texts.copyText} />
          </Group>
          <MessageText text={text} language={language} />
        </Box>
      )}
      {whatsappAddress !== null && <Notice tone="info" title={texts.whatsAppNote} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
        {whatsappAddress !== null && (
          <Button
            component="a"
            href={whatsappAddress}
            {...NEW_TAB}
            rel="noopener noreferrer"
            data-autofocus
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} />}
          >
            {texts.openWhatsApp}
          </Button>
        )}
        {qrCode !== null && <PrintSlip made={made} />}
      </DialogActions>
    </Stack>
  )
}

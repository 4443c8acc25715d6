import { Text } from '@mantine/core'

const LINK = /(https?:\/\/\S+)/

/** The text of a message to a patient. Links keep their order within Arabic. */
export function MessageText({
  text,
  language,
  className,
}: {
  text: string
  language: 'en' | 'ar'
  className?: string | undefined
}) {
  return (
    <Text className={className} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {text.split(LINK).map((part, index) =>
        LINK.test(part) ? (
          <bdi key={index} dir="ltr">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </Text>
  )
}

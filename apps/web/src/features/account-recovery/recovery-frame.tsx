import { Box, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { BrandMark } from '../../ui/layout/brand-mark.tsx'
import { useDocumentTitle } from '../../ui/layout/window.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import classes from './recovery-frame.module.css'

interface RecoveryFrameProps {
  title: string
  text: string
  footer: ReactNode
  children: ReactNode
}

export function RecoveryFrame({ title, text, footer, children }: RecoveryFrameProps) {
  useDocumentTitle(title)
  const productName = useBrand((brand) => brand.productName)
  return (
    <Stack component="main" align="center" justify="center" mih="100dvh" py="lg" px="md">
      <AnchorLink to="/" className={classes.brand} underline="never">
        <BrandMark size={32} />
        {productName}
      </AnchorLink>
      <Box w="min(100%, 26rem)" p="lg" bd="1px solid var(--line)" bdrs="lg" bg="var(--sheet)">
        <Title order={1} size="xl" fw={600} lts="-0.02em">
          {title}
        </Title>
        <Text mt="xs" mb="md" c="dimmed">
          {text}
        </Text>
        {children}
      </Box>
      <Text c="dimmed">{footer}</Text>
    </Stack>
  )
}

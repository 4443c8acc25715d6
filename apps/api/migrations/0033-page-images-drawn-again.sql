-- Images of PDF files made by earlier versions may show a value in part. They are drawn again when they are next shown.
with removed as (
  delete from page_images image using report_files f
   where f.id = image.file_id and f.media_type = 'application/pdf' and image.name is not null
  returning image.name)
insert into orphaned_uploads (name, remove_from) select name, now() from removed
  on conflict (name) do update set remove_from = excluded.remove_from;

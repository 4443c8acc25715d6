-- U+2010 to U+2013 and U+2212 are hyphens. What has one is folded again below.
create or replace function fold_text(written text) returns text
language sql immutable strict parallel safe
return translate(
  replace(replace(replace(
    regexp_replace(
      lower(normalize(written, NFKD)),
      U&'[\0300-\036F\0610-\061A\0640\064B-\065F\0670]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øłđðþıىیېۍةەۀکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ٱ‐‑‒–−ءٔ', 'olddtiييييهههكگ01234567890123456789ا-----');

-- The keys of a name as it is typed: all of them have to be among those of the patient.
create function typed_name_keys(full_name text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct coalesce(nullif(name_key(word), ''), word)
    from regexp_split_to_table(
           regexp_replace(
             fold_text(full_name), '\m(abd|عبد)[\s''’-]*((al|el|ul|il|ال)[\s''’-]*)?(?=\S)', '\1', 'g'),
           '[\s.,''’`\-_/()]+') as word
   where word not in ('', 'al', 'el', 'ul', 'ال'));

-- The keys of a stored name, in each way that it may be typed: with the article and without it (Alzahraa, Al Zahraa,
-- الزهراء), particles apart and together (De la Cruz, Delacruz), and ض and ذ as Persian (Rezaei) or Arabic speakers say them.
create or replace function name_keys_of(full_name text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct coalesce(nullif(name_key(letters.spelling), ''), letters.spelling)
    from (select regexp_replace(
                   fold_text(full_name), '\m(abd|عبد)[\s''’-]*((al|el|ul|il|ال)[\s''’-]*)?(?=\S)', '\1', 'g') as text) n
   cross join lateral regexp_split_to_table(
           n.text
           || ' ' || regexp_replace(
                regexp_replace(n.text, '\m(de|van|von)[\s-]+(l[ao]s?|de[rn]?)(?=[\s-])', '\1\2', 'g'),
                '\m(al|el|ul|de|del|dela|delas|delos|della|da|di|van|von|vander|vanden|vonder)[\s''’-]+(?=\S)', '\1', 'g')
           || ' ' || regexp_replace(n.text, '\m(de|van|von)(l[ao]s?|de[rn])(?=\w{3}|\s)', '\1 \2 ', 'g'),
           '[\s.,''’`\-_/()]+') as word
   cross join lateral (
     select word as spelling
      union select substr(word, 3) where word ~ '^(al|el|ul)[a-z]{4}'
      union select 'al' || substr(word, 3) where word ~ '^ال...') article
   cross join lateral (
     select article.spelling
      union select translate(article.spelling, 'ضذ', 'زز') where article.spelling ~ '[ضذ]'
      union select replace(article.spelling, 'z', 'd') where article.spelling ~ 'z') letters
   where word not in ('', 'al', 'el', 'ul', 'ال'));

-- Computes the columns of the names again that the functions change: other rows keep what they have. Patients are found by
-- their former keys until then, so only changes of these records wait. In parts, because triggers keep the rows of each.
do $$
declare
  place bigint := 0;
  last bigint := (select max(id) from patients);
begin
  while place < last loop
    update patients set full_name = full_name
     where id > place and id <= place + 10000
       and (concat_ws(' ', full_name, email, emr_id) ~ '[‐‑‒–−]'
            or lower(full_name) ~ '\m(al|el|ul|ال|de|del|della|da|di|van|von)|[zضذ]');
    place := place + 10000;
  end loop;
end $$;
update reports set title = title where title ~ '[‐‑‒–−]';
-- One that would become equal to another keeps its spelling.
update referrers r set name = regexp_replace(btrim(r.name), '\s+', ' ', 'g')
 where (r.name ~ '[‐‑‒–−]' or r.name ~ '\s\s')
   and not exists (
         select 1 from referrers o
          where o.lab_id = r.lab_id and o.id <> r.id and o.archived_at is null
            and fold_text(regexp_replace(btrim(o.name), '\s+', ' ', 'g'))
                = fold_text(regexp_replace(btrim(r.name), '\s+', ' ', 'g')));

{-# LANGUAGE RecordWildCards #-}
module Ledger.Report where

import Ledger.Types
import qualified Data.Map as M

class Report r where
  title :: r -> String
  body :: r -> [Entry] -> [String]

  render :: r -> [Entry] -> String
  render r es = unlines (heading (title r) : body r es)

heading :: String -> String
heading t = "== " ++ t

data Totals = Totals
newtype Register = Register { width :: Int }

instance Report Totals where
  title _ = "totals"
  body _ = map line . M.toList . totals
    where line (name, m) = name `columns` show m

instance Report Register where
  title Register{..} = "register " ++ show width
  body r = fmap (row r)

row :: Register -> Entry -> String
row Register{..} Entry{..} = take width (account `columns` show amount)

columns :: String -> String -> String
columns a b = a ++ "  " ++ b

totals :: [Entry] -> M.Map String Money
totals = foldr add M.empty
  where add e = M.insertWith (<>) (account e) (amount e)

balanced :: [Entry] -> Either LedgerError ()
balanced es
  | total == mempty = Right ()
  | otherwise = Left $ Unbalanced total
  where total = foldMap amount es

{-# LANGUAGE OverloadedStrings #-}
module Main (main) where

import Bank.Account
import Bank.Money (Money (..), (<+>))
import qualified Bank.Money as M
import Control.Monad (forM_, when)

data Command = Deposit Money | Withdraw Money

run :: Command -> Account -> Either String Account
run (Deposit m) acc = Right (deposit m acc)
run (Withdraw m) acc = withdraw m acc

parse :: String -> Maybe Command
parse ('+' : n) = Deposit <$> amountOf n
parse ('-' : n) = Withdraw <$> amountOf n
parse _ = Nothing

amountOf :: String -> Maybe Money
amountOf s = case reads s of
  [(n, "")] -> Just (Money n)
  _ -> Nothing

bonus :: Account -> Account
bonus = deposit (M.zero <+> Money 5)

main :: IO ()
main = do
  let acc = applyAll [bonus] (open 1)
  forM_ ["+5", "-3"] $ \line -> do
    case parse line >>= either (const Nothing) Just . flip run acc of
      Just a -> report a
      Nothing -> putStrLn "bad"
  when (balance acc > M.zero) $ report acc

report :: Account -> IO ()
report = putStrLn . M.render . cents . balance

{-# LANGUAGE ScopedTypeVariables #-}
module Shop.Store
  ( Store(..)
  , Memory
  , newMemory
  , saveAll
  ) where

import Control.Monad (forM_, mapM_, when)
import Data.IORef
import qualified Data.Map.Strict as Map
import Shop.Types hiding (total)
import qualified Shop.Types as T

class Store s where
  save :: s -> Order -> IO ()
  find :: s -> Int -> IO (Maybe Order)
  exists :: s -> Int -> IO Bool
  exists s n = isFound <$> find s n

newtype Memory = Memory (IORef (Map.Map Int Order))

newMemory :: IO Memory
newMemory = Memory <$> newIORef Map.empty

instance Store Memory where
  save m order = do
    put m (orderId order) order
    logLine "saved"
  find (Memory ref) n = Map.lookup n <$> readIORef ref

put :: Memory -> Int -> Order -> IO ()
put (Memory ref) n order = modifyIORef ref (Map.insert n order)

isFound :: Maybe a -> Bool
isFound (Just _) = True
isFound Nothing = False

saveAll :: Store s => s -> [Order] -> IO ()
saveAll s orders = do
  mapM_ (save s) orders
  forM_ orders $ \o -> when (T.total o > limit) $ logLine "big"
  where
    limit = T.total (mkOrder 0 [])

logLine :: String -> IO ()
logLine = putStrLn
